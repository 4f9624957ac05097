package dev.spine.perf.benchmarks.cluster;

import dev.spine.extension.api.ServiceLevel;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.benchmarks.WrongArgumentException;
import dev.spine.perf.cluster.StormPlan;
import dev.spine.perf.cluster.StormTable;
import dev.spine.perf.cluster.Traffic;
import dev.spine.system.profile.ProfileFile;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * What becomes of messages when cards send by a pattern and their receivers run short: in modelled time, so the same on every machine. One
 * thread.
 *
 * <p>{@code perf/bench cluster.StormBench [pattern] [--level L] [--nodes N] [--buffers B] [--window W] [--ms MS] [--seeds S]}. Without a
 * pattern: the table of docs/comparisons.md.
 */
public final class StormBench {
    private static final int NS_PER_MS = 1_000_000;

    private StormBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        Bench.main(StormBench.class, arguments);
    }

    @Command(
        description = "Modelled cards that send one another messages by a pattern: goodput, drops, latency, and Jain's index of fairness.",
        footer = "Example: perf/bench cluster.StormBench incast:15 --level reliable --seeds 5")
    static void run(
        @Parameters(arity = "0..1", description = "permutation, uniform, incast:SENDERS, hot-spot:PERCENT or all-reduce; all storms of the "
            + "documents unless given") @Nullable String pattern,
        @Option(names = "--level", defaultValue = "unreliable", description = "${COMPLETION-CANDIDATES}") ServiceLevel level,
        @Option(names = "--nodes", description = "as many as the pattern has, unless given; at most 256") @Nullable Integer nodes,
        @Option(names = "--buffers", defaultValue = "64", description = "receive buffers of each card") int buffers,
        @Option(names = "--window", defaultValue = "4", description = "messages of a node that are unanswered, at most 64") int window,
        @Option(names = "--ms", defaultValue = "100", description = "how long the nodes send, in modelled time") int ms,
        @Option(names = "--seeds", defaultValue = "3", description = "1 to this") int seeds,
        @Option(names = "--threads", defaultValue = "2", description = "that execute nodes") int threads,
        @Option(names = "--profile", defaultValue = "lanai-33", description = "of the cards") String profile) {
        MachineProfile machine = ProfileFile.find(profile);
        List<StormPlan> plans = pattern == null ? StormTable.plans() : List.of(plan(pattern, level, nodes, buffers, window, ms));
        System.out.printf(Locale.ROOT, "%s, seeds 1 to %d; where they differ, least to most%n%n%s%n", profile, seeds, StormTable.heading());
        for (StormPlan plan : plans) {
            System.out.println(StormTable.row(plan, machine, seeds, threads));
        }
    }

    private static StormPlan plan(String pattern, ServiceLevel level, @Nullable Integer nodes, int buffers, int window, int ms) {
        try {
            Traffic traffic = Traffic.parse(pattern);
            return new StormPlan(traffic, nodes == null ? traffic.ownNodes() : nodes, level, window, buffers, (long) ms * NS_PER_MS);
        } catch (IllegalArgumentException e) {
            throw new WrongArgumentException(String.valueOf(e.getMessage()));
        }
    }
}
