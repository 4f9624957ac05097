package dev.spine.perf.benchmarks.cluster;

import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.engine.modelled.Replay;
import dev.spine.iop.engine.modelled.Snapshot;
import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.calibration.HopCalibration;
import dev.spine.perf.cluster.Cluster;
import dev.spine.perf.cluster.ClusterPlan;
import dev.spine.perf.cluster.PlainCluster;
import dev.spine.system.profile.ProfileFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * How long it takes to be at an event of a modelled run again: the run is executed from its beginning, with the building of its system.
 * Any thread.
 *
 * <p>{@code perf/bench cluster.RestoreBench [event [rounds]]}. The first round is that of a virtual machine that has just
 * begun. Each round must have the digest of the others.
 */
public final class RestoreBench {
    private static final int NODES = 8;
    private static final int WINDOW = 4;
    private static final int MESSAGES = 1_000_000_000;
    private static final double SECOND_NS = 1e9;

    private RestoreBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        Bench.main(RestoreBench.class, arguments);
    }

    @Command(description = "How long it takes to restore a run of 8 nodes that exchange messages: of agents, and of whole cards.",
        footer = "Example: perf/bench cluster.RestoreBench 10000000 5")
    static void run(
        @Parameters(arity = "0..1", defaultValue = "10000000") int event,
        @Parameters(arity = "0..1", defaultValue = "5", description = "the first one is cold") int rounds) {
        HopCalibration calibration = HopCalibration.measure();
        System.out.printf(Locale.ROOT, "restore at event %,d, %d nodes, lanai-33; one-line %.0f ns, %s%n", event, NODES,
            calibration.oneLineNs(), calibration.mode());
        System.out.printf(Locale.ROOT, "%-8s %6s %9s %12s%n", "nodes", "round", "seconds", "events/s");
        MachineProfile profile = ProfileFile.find("lanai-33");
        ClusterPlan plan = new ClusterPlan(NODES, MESSAGES, WINDOW);
        restore("agents", event, rounds, new Replay("agents", seed -> new PlainCluster(plan, profile, seed).engine()));
        restore("cards", event, rounds, new Replay("cards", seed -> new Cluster(plan, profile, seed).engine()));
    }

    private static void restore(String what, long event, int rounds, Replay replay) {
        Snapshot point = new Snapshot(what, 1, List.of(), event);
        List<Long> digests = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            long begin = System.nanoTime();
            try (ModelledEngine engine = replay.restore(point)) {
                double seconds = (System.nanoTime() - begin) / SECOND_NS;
                System.out.printf(Locale.ROOT, "%-8s %6d %9.2f %,12.0f%n", what, round + 1, seconds, event / seconds);
                digests.add(engine.digest());
            }
        }
        if (digests.stream().distinct().count() != 1) {
            throw new IllegalStateException("restored runs differ: " + digests);
        }
    }
}
