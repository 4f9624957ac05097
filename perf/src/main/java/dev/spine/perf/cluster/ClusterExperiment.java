package dev.spine.perf.cluster;

import dev.spine.extension.api.ServiceLevel;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.system.profile.ProfileFile;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** The cluster of the papers: 256 cards that exchange messages all to all, and then in storms. Any thread. */
public final class ClusterExperiment {
    private static final int NODES = 256;
    private static final int THREADS = 2;
    private static final long MAX_NS = 10_000_000_000L;
    private static final long SLICE_NS = 1_000_000;
    private static final long STORM_NS = 20_000_000;
    private static final double SECOND_NS = 1e9;

    private ClusterExperiment() {}

    /**
     * What came of it.
     *
     * @param processors how many have exchanged messages all to all without losing one; 0 when one was lost
     * @param note what became of the messages, by pattern
     */
    public record Result(double processors, String note) {}

    /**
     * {@return what came of the exchange and of storms}
     *
     * @param profile a profile's name or text, as for {@link ProfileFile#find}
     * @param seed from which all randomness is derived
     */
    public static Result run(String profile, long seed) {
        MachineProfile machine = ProfileFile.find(profile);
        StringJoiner note = new StringJoiner("; ");
        double processors = NODES;
        try (Cluster cluster = new Cluster(new ClusterPlan(NODES, NODES - 1, StormPlan.WINDOW), machine, seed)) {
            Cluster.Outcome outcome = cluster.run(THREADS, MAX_NS, SLICE_NS);
            cluster.verifyConservation();
            if (outcome.lost() != 0 || !cluster.isComplete()) {
                processors = 0;
            }
            note.add(String.format(Locale.ROOT, "all-to-all: %,d messages with answers, %d lost, %,.0f a node in a second",
                outcome.delivered(), outcome.lost(), outcome.delivered() * SECOND_NS / outcome.modelledNs() / NODES));
        }
        for (Traffic traffic : List.of(new Traffic.Uniform(), new Traffic.Incast(NODES - 1))) {
            StormPlan plan = new StormPlan(traffic, NODES, ServiceLevel.UNRELIABLE, StormPlan.WINDOW, Cluster.BUFFERS, STORM_NS);
            try (Storm storm = new Storm(plan, machine, seed)) {
                StormResult result = storm.run(THREADS);
                storm.verify();
                note.add(String.format(Locale.ROOT, "%s: %,.0f answered in a second, %.1f %% of frames dropped, fairness %.2f", traffic,
                    result.goodput(), result.dropPercent(), result.fairness()));
            }
        }
        return new Result(processors, note.toString());
    }
}
