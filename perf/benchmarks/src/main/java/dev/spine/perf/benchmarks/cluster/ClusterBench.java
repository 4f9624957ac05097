package dev.spine.perf.benchmarks.cluster;

import dev.spine.iop.engine.MachineProfile;
import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.calibration.HopCalibration;
import dev.spine.perf.cluster.Cluster;
import dev.spine.perf.cluster.ClusterPlan;
import dev.spine.perf.cluster.DeviceCluster;
import dev.spine.perf.cluster.Exchange;
import dev.spine.perf.cluster.PlainCluster;
import dev.spine.system.profile.ProfileFile;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * How fast the modelled engine runs many nodes on the wall clock: messages that reach their handlers, events, memory of a node, and the
 * slowdown against modelled time, by one thread and by several in turn.
 *
 * <p>{@code perf/bench cluster.ClusterBench [messages] [--nodes N] [--threads K] [--rounds R] [--what cards|devices|agents]
 * [--latency L]}. With {@code cards} each node is a card with kernel, network device, extension runtime and an extension, and messages are
 * Active Messages over a crossbar; with {@code devices} it is the machine of such a card alone: processor, bus, DMA engine and wire; with
 * {@code agents} it is the engine alone. What several threads did is compared with what one did: they must not differ.
 */
public final class ClusterBench {
    private static final int WINDOW = 4;
    private static final int WARM_UP_NODES = 32;
    private static final long SLICE_NS = 10_000_000;
    private static final double SECOND_NS = 1e9;
    private static final long SEED = 1;

    /** What a node is. */
    enum What {
        CARDS, DEVICES, AGENTS;

        Exchange build(ClusterPlan plan, MachineProfile machine) {
            return switch (this) {
                case CARDS -> new Cluster(plan, machine, SEED);
                case DEVICES -> new DeviceCluster(plan, machine, SEED);
                case AGENTS -> new PlainCluster(plan, machine, SEED);
            };
        }
    }

    /** One measured run. */
    private record Round(Cluster.Outcome outcome, double seconds) {
        double messagesPerSecond() {
            return outcome.delivered() / seconds;
        }
    }

    private ClusterBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        Bench.main(ClusterBench.class, arguments);
    }

    @Command(
        description = "How fast the modelled engine runs nodes that exchange messages all to all, by one thread and by several in turn.",
        footer = "Example: perf/bench cluster.ClusterBench 2000 --what cards --nodes 256")
    static void run(
        @Parameters(arity = "0..1", defaultValue = "1000", description = "that each node sends; each is answered") int messages,
        @Option(names = "--what", defaultValue = "cards", description = "with kernel, network device, runtime and extension (cards), the "
            + "machine of each node without those (devices), or the engine alone (agents)") What what,
        @Option(names = "--nodes", defaultValue = "16,64,256,1000", split = ",", description = "sizes") List<Integer> sizes,
        @Option(names = "--threads", defaultValue = "2", description = "beside one; 1 for nothing beside") int threads,
        @Option(names = "--rounds", defaultValue = "3", description = "the median counts") int rounds,
        @Option(names = "--profile", defaultValue = "lanai-33", description = "of the cards") String profile,
        @Option(names = "--latency", description = "of a wire, as 2us; that of the profile unless given. Several threads meet once in each")
            @Nullable String latency) {
        String name = latency == null ? profile : profile + " with wire.latency=" + latency;
        MachineProfile machine = ProfileFile.find(name);
        HopCalibration calibration = HopCalibration.measure();
        System.out.printf(Locale.ROOT, "%s, %s, all-to-all, window %d; one-line %.0f ns, %s%n", what.name().toLowerCase(Locale.ROOT),
            name, WINDOW, calibration.oneLineNs(), calibration.mode());
        System.out.printf(Locale.ROOT, "%5s %7s %8s %8s %12s %12s %12s %9s %9s %9s %9s%n", "nodes", "threads", "build s", "KiB/node",
            "messages/s", "best", "events/s", "ns/event", "run s", "slowdown", "speed-up");
        measure(what, new ClusterPlan(WARM_UP_NODES, messages, WINDOW), machine, 1);
        measure(what, new ClusterPlan(WARM_UP_NODES, messages, WINDOW), machine, threads);
        for (int nodes : sizes) {
            size(what, new ClusterPlan(nodes, messages, WINDOW), machine, threads, rounds);
        }
    }

    private static void size(What what, ClusterPlan plan, MachineProfile machine, int threads, int rounds) {
        List<Round> one = new ArrayList<>();
        List<Round> several = new ArrayList<>();
        double[] ratios = new double[rounds];
        double[] buildSeconds = new double[1];
        long[] bytes = new long[1];
        for (int round = 0; round < rounds; round++) {
            // First in turn: whoever comes second finds more that is compiled.
            List<Integer> order = threads == 1 ? List.of(1) : round % 2 == 0 ? List.of(1, threads) : List.of(threads, 1);
            for (int count : order) {
                (count == 1 ? one : several).add(measure(what, plan, machine, count, buildSeconds, bytes));
            }
            if (threads > 1) {
                if (!several.getLast().outcome().equals(one.getLast().outcome())) {
                    throw new IllegalStateException("several threads made another run: " + several.getLast() + " and " + one.getLast());
                }
                ratios[round] = one.getLast().seconds() / several.getLast().seconds();
            }
        }
        Arrays.sort(ratios);
        print(plan.nodes(), 1, one, buildSeconds[0], bytes[0] / plan.nodes(), 1);
        if (threads > 1) {
            print(plan.nodes(), threads, several, buildSeconds[0], bytes[0] / plan.nodes(), ratios[rounds / 2]);
        }
    }

    private static Round median(List<Round> rounds) {
        return rounds.stream().sorted((a, b) -> Double.compare(a.seconds(), b.seconds())).toList().get(rounds.size() / 2);
    }

    private static void print(int nodes, int threads, List<Round> rounds, double build, long bytes, double ratio) {
        Round round = median(rounds);
        double best = rounds.stream().mapToDouble(Round::messagesPerSecond).max().orElse(0);
        Cluster.Outcome outcome = round.outcome();
        System.out.printf(Locale.ROOT, "%5d %7d %8.2f %8d %,12.0f %,12.0f %,12.0f %9.0f %9.2f %9.2f %9.2f%n", nodes, threads, build,
            bytes >> 10, round.messagesPerSecond(), best, outcome.events() / round.seconds(),
            round.seconds() * SECOND_NS / outcome.events(), round.seconds(), round.seconds() * SECOND_NS / outcome.modelledNs(), ratio);
    }

    private static Round measure(What what, ClusterPlan plan, MachineProfile machine, int threads) {
        return measure(what, plan, machine, threads, new double[1], new long[1]);
    }

    private static Round measure(What what, ClusterPlan plan, MachineProfile machine, int threads, double[] buildSeconds, long[] bytes) {
        long before = usedBytes();
        long begin = System.nanoTime();
        try (Exchange nodes = what.build(plan, machine)) {
            buildSeconds[0] = (System.nanoTime() - begin) / SECOND_NS;
            bytes[0] = usedBytes() - before;
            long start = System.nanoTime();
            Cluster.Outcome outcome = nodes.runToEnd(threads, SLICE_NS);
            double seconds = (System.nanoTime() - start) / SECOND_NS;
            nodes.verify();
            return new Round(outcome, seconds);
        }
    }

    /** Of the heap, after a collection, and of memory outside it. */
    private static long usedBytes() {
        System.gc();
        long direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream().mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
        return direct + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
