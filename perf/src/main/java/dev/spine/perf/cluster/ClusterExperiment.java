package dev.spine.perf.cluster;

import dev.spine.perf.cluster.ClusterPlan.Pattern;
import dev.spine.system.profile.ProfileFile;
import java.util.Locale;
import java.util.StringJoiner;

/** The cluster of the papers: 256 cards that exchange messages all to all, and then in a storm. Any thread. */
public final class ClusterExperiment {
    private static final int NODES = 256;
    private static final int WINDOW = 4;
    private static final int THREADS = 2;
    private static final long MAX_NS = 10_000_000_000L;
    private static final long SLICE_NS = 1_000_000;
    private static final double SECOND_NS = 1e9;

    private ClusterExperiment() {}

    /**
     * What came of it.
     *
     * @param processors how many have exchanged messages without losing one; 0 when one was lost
     * @param note how many messages, and how many a node has got in a second, by pattern
     */
    public record Result(double processors, String note) {}

    /**
     * {@return what came of both patterns}
     *
     * @param profile a profile's name or text, as for {@link ProfileFile#find}
     * @param seed from which all randomness is derived
     */
    public static Result run(String profile, long seed) {
        StringJoiner note = new StringJoiner("; ");
        double processors = NODES;
        for (Pattern pattern : Pattern.values()) {
            try (Cluster cluster = new Cluster(new ClusterPlan(NODES, NODES - 1, WINDOW, pattern), ProfileFile.find(profile), seed)) {
                Cluster.Outcome outcome = cluster.run(THREADS, MAX_NS, SLICE_NS);
                cluster.verifyConservation();
                if (outcome.lost() != 0 || !cluster.isComplete()) {
                    processors = 0;
                }
                note.add(String.format(Locale.ROOT, "%s: %,d messages with answers, %d lost, %,.0f a node in a second", pattern.word(),
                    outcome.delivered(), outcome.lost(), outcome.delivered() * SECOND_NS / outcome.modelledNs() / NODES));
            }
        }
        return new Result(processors, note.toString());
    }
}
