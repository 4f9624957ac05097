package dev.spine.perf.benchmarks.forward;

import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.forward.ForwardMachine;
import dev.spine.perf.forward.ForwardPackets;
import dev.spine.perf.forward.ForwardRoutes;
import dev.spine.perf.forward.ForwardRun;
import dev.spine.perf.forward.ForwardRun.Pass;
import dev.spine.perf.forward.ForwardStage;
import dev.spine.perf.forward.ForwardSystem;
import dev.spine.perf.forward.ForwardTraffic;
import dev.spine.perf.forward.SpineForwardPath;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The command: how many packets a second the router forwards from one card to another over wires in memory, and how long they take.
 *
 * <p>{@code perf/bench forward.ForwardBench [routes] [layout ...]}: with so many routes, 1 unless given, in the layouts that
 * are named, all unless one is.
 *
 * <p>Three figures are told for each layout. The first is the rate at which packets leave the last wire. The second is what a card's own
 * processor does: the time in which its agent works, as the engine's meter has it (one cycle in sixteen is timed, chosen at random), for
 * each packet, and the rate that this processor reaches when it always has packets. With {@code one-core} one processor has both cards,
 * both wires, the host and the bench's own source and far end, so the first figure is that of all of them together. With {@code two-core}
 * the card that packets leave by, its wire and the host have the other processor, so that the first card and the wire before it set the
 * rate. With {@code one-card} there is one card, on whose wire the gateways are: it receives, looks up, rewrites and transmits, as one
 * processor of a router by XDP does. The third, of layouts with one thread, is the first by the time that the operating system gave this
 * thread: what other programs took of the processor is not in it, what they did to its caches is.
 *
 * <p>Frames have 64 bytes with their checksum; destinations are random, each within a random one of the routes, 262,144 of them, round and
 * round. Passes at the highest rate that the far end acknowledges take turns with two calibrations: the same 60 bytes of the same packets,
 * copied into a buffer of 16 KiB and out again, once each; and {@link RawForwarding}. Then packets are offered in open loop at half the
 * median rate, and latencies taken from the time at which each was due to the time at which the last wire had it, in turn with
 * {@link ReadyClock}, by itself and with a router behind it that has no fault but this rate.
 */
public final class ForwardBench {
    private static final int FULL_TABLE_BYTES = 20 << 20;
    private static final int SMALL_TABLE_BYTES = 4 << 20;
    private static final int SMALL_TABLE = 10_000;
    private static final int MAX_ROUTES = 1_000_000;
    private static final int LAP = 1 << 18;
    private static final int FRAME = 64;
    private static final int WARM_UPS = 6;
    private static final int ROUNDS = 9;
    private static final int LATENCY_ROUNDS = 11;
    private static final double LATENCY_SECONDS = 0.5;
    private static final long PACKETS = 2_000_000;
    private static final int BATCH_BYTES = 16 << 10;
    private static final long SEED = 1;
    private static final String PROFILE = "lanai-33";

    /** Which cards there are, and on which threads. */
    enum Layout {
        ONE_CORE, TWO_CORE, ONE_CARD;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private ForwardBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments number of routes, layouts
     */
    public static void main(String[] arguments) {
        Bench.main(ForwardBench.class, arguments);
    }

    @Command(
        description = "Packets a second from card to card over wires in memory, bytes allocated for each, and latencies at half the rate.",
        footer = "Example: perf/bench forward.ForwardBench 750000 two-core")
    static void run(
        @Parameters(arity = "0..1", defaultValue = "1", description = "1 to 1000000; many have the lengths of the Internet's") int routes,
        @Parameters(description = "one-core: both cards, their wires and the host have one processor; two-core: the second card, "
            + "its wire and the host have another; one-card: one card, by whose wire packets come and leave, and the host, on one "
            + "processor. All unless given")
            @Nullable List<Layout> layouts) {
        Bench.within("routes", routes, 1, MAX_ROUTES);
        ForwardRoutes made = ForwardRoutes.of(routes);
        for (Layout layout : Bench.orAll(layouts, Layout.values())) {
            measure(made, layout);
        }
    }

    private static ForwardStage stage(ForwardRoutes routes, Layout layout, int tableBytes) {
        boolean isAlone = layout == Layout.ONE_CARD;
        ForwardMachine machine = ForwardMachine.live((isAlone ? Layout.ONE_CORE : layout).toString(), PROFILE);
        ForwardTraffic traffic = new ForwardTraffic(routes, new ForwardPackets(routes, new int[] {FRAME}, LAP, SEED,
            isAlone ? ForwardSystem.IN_MAC : ForwardSystem.OUT_MAC));
        return isAlone ? ForwardStage.buildOneCard(machine, traffic, tableBytes, SEED)
            : ForwardStage.build(machine, traffic, tableBytes, SEED);
    }

    private static void measure(ForwardRoutes routes, Layout layout) {
        int tableBytes = routes.routes().size() > SMALL_TABLE ? FULL_TABLE_BYTES : SMALL_TABLE_BYTES;
        ForwardStage stage = stage(routes, layout, tableBytes);
        SpineForwardPath path = new SpineForwardPath();
        try (ForwardRun run = new ForwardRun(stage, path)) {
            RawForwarding raw = new RawForwarding(routes, stage.packets(), tableBytes);
            boolean right = run.closedLoop(stage.packets().lap(), true).wrong() == 0;
            List<Pass> passes = new ArrayList<>();
            double[] copies = new double[ROUNDS];
            double[] loops = new double[ROUNDS];
            double[] given = new double[ROUNDS];
            EngineThreads threads = new EngineThreads();
            for (int round = -WARM_UPS; round < ROUNDS; round++) {
                double copy = calibrate(stage.packets());
                double loop = raw.lap();
                double before = threads.seconds();
                Pass pass = run.closedLoop(PACKETS, false);
                if (round >= 0) {
                    given[round] = (threads.seconds() - before) * 1e9 / pass.units();
                    passes.add(pass);
                    copies[round] = copy;
                    loops[round] = loop;
                }
            }
            System.out.println(String.format(Locale.ROOT,
                "%d routes, %s: in force on all cards after %.1f s, of which the host worked out tables for %.1f s; %s",
                routes.routes().size(), layout, path.inForceSeconds(), path.workedOutSeconds(),
                right ? "a lap was compared, byte for byte" : "NOT AS EXPECTED"));
            rates(passes, stage.out(), copies, loops);
            if (layout != Layout.TWO_CORE) {
                Arrays.sort(given);
                System.out.println(String.format(Locale.ROOT,
                    "    all of it, by the time that the machine gave the thread: %s ns a packet, so %.2f Mpps", range(given, "%.0f"),
                    1e3 / given[ROUNDS / 2]));
            }
            latencies(run, (long) (sorted(passes, Pass::rate)[ROUNDS / 2] / 2));
        }
    }

    private static void rates(List<Pass> passes, String out, double[] copies, double[] loops) {
        System.out.println(String.format(Locale.ROOT, "    all of it: %s Mpps, %s ns a packet",
            range(sorted(passes, pass -> pass.rate() / 1e6), "%.2f"), range(sorted(passes, pass -> 1e9 / pass.rate()), "%.0f")));
        for (String card : out.equals(ForwardSystem.IN) ? List.of(out) : List.of(ForwardSystem.IN, out)) {
            System.out.println(String.format(Locale.ROOT, "    processor of card %-4s %s ns a packet, so %s Mpps", card + ':',
                range(sorted(passes, pass -> 1e9 * work(pass, card) / pass.units()), "%.0f"),
                range(sorted(passes, pass -> pass.units() / work(pass, card) / 1e6), "%.2f")));
        }
        Arrays.sort(copies);
        Arrays.sort(loops);
        System.out.println(String.format(Locale.ROOT, "    beside: the same work as a raw loop %s ns, copied in and out %s ns",
            range(loops, "%.1f"), range(copies, "%.1f")));
        System.out.println(String.format(Locale.ROOT,
            "    lost %d, wrong %d; %.4f bytes allocated a packet; host messages %d, host bytes %d",
            passes.stream().mapToLong(Pass::lost).sum(), passes.stream().mapToLong(Pass::wrong).sum(),
            passes.stream().mapToLong(pass -> pass.costs().allocatedBytes()).sum() / (double) (PACKETS * ROUNDS),
            passes.stream().mapToLong(pass -> pass.costs().hostMessages()).sum(),
            passes.stream().mapToLong(pass -> pass.costs().accounts().hostMemoryBytes()).sum()));
    }

    /**
     * Rounds of half a second, of which the first fifth is not taken, each beside what the machine itself makes late, and what that makes
     * of a router of this speed that has no other fault: the median round is told, and the best and the worst.
     */
    private static void latencies(ForwardRun run, long offered) {
        long packets = (long) (offered * LATENCY_SECONDS);
        // Code for an even pace has not run yet: without this, its compilation would be what the latencies show.
        run.openLoop(offered, offered);
        ReadyClock.latencies(offered, LATENCY_SECONDS);
        double serviceNs = 1e9 / (2 * offered);
        ReadyClock.behindServer(offered, LATENCY_SECONDS, serviceNs);
        Map<String, List<Histogram>> rounds = new TreeMap<>();
        long lost = 0;
        for (int round = 0; round < LATENCY_ROUNDS; round++) {
            rounds.computeIfAbsent("a loop that reads the clock", _ -> new ArrayList<>())
                .add(ReadyClock.latencies(offered, LATENCY_SECONDS));
            rounds.computeIfAbsent("a router without faults", _ -> new ArrayList<>())
                .add(ReadyClock.behindServer(offered, LATENCY_SECONDS, serviceNs));
            Pass pass = run.steadyLoop(offered, packets, packets / 5);
            lost += pass.lost();
            rounds.computeIfAbsent("wire to wire", _ -> new ArrayList<>()).add(pass.latencies());
        }
        System.out.println(String.format(Locale.ROOT, "    at %.2f Mpps in open loop, %d rounds of %.1f s, microseconds; lost %d of %d:",
            offered / 1e6, LATENCY_ROUNDS, LATENCY_SECONDS, lost, LATENCY_ROUNDS * packets));
        rounds.forEach((what, histograms) -> System.out.println(String.format(Locale.ROOT,
            "      %-28s p50 %s, p90 %s, p99 %s, p99.9 %s, longest %s", what,
            percentile(histograms, 50), percentile(histograms, 90), percentile(histograms, 99), percentile(histograms, 99.9),
            percentile(histograms, 100))));
    }

    private static String percentile(List<Histogram> histograms, double percentile) {
        return range(histograms.stream().mapToDouble(histogram -> histogram.getValueAtPercentile(percentile) / 1e3).sorted().toArray(),
            "%.1f");
    }

    private static double work(Pass pass, String card) {
        return pass.costs().processorSeconds().getOrDefault(card, Double.NaN);
    }

    private static double[] sorted(List<Pass> passes, ToDoubleFunction<Pass> what) {
        return passes.stream().sorted(Comparator.comparingDouble(what)).mapToDouble(what).toArray();
    }

    private static String range(double[] sorted, String format) {
        return String.format(Locale.ROOT, format + " (" + format + " to " + format + ")", sorted[sorted.length / 2], sorted[0],
            sorted[sorted.length - 1]);
    }

    /** Nanoseconds to copy a packet into a batch's buffer and out of it. */
    private static double calibrate(ForwardPackets packets) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment from = packets.offered().packets();
            MemorySegment batch = arena.allocate(BATCH_BYTES, 64);
            MemorySegment to = arena.allocate(BATCH_BYTES, 64);
            int bytes = packets.bytes(0);
            long place = 0;
            long begin = System.nanoTime();
            for (int i = 0; i < packets.lap(); i++) {
                MemorySegment.copy(from, packets.offered().packetOffset(i), batch, place, bytes);
                MemorySegment.copy(batch, place, to, place, bytes);
                place = place + FRAME < BATCH_BYTES - FRAME ? place + FRAME : 0;
            }
            return (System.nanoTime() - begin) / (double) packets.lap();
        }
    }
}
