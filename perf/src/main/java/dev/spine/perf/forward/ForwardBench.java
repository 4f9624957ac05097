package dev.spine.perf.forward;

import dev.spine.perf.bench.BenchArguments;
import dev.spine.perf.forward.ForwardRun.Pass;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The command: how many packets a second the router forwards from one card to another over wires in memory, and how long they take.
 *
 * <p>{@code perf/bench dev.spine.perf.forward.ForwardBench [routes] [layout ...]}: with so many routes, 1 unless given, in the layouts that
 * are named, both unless one is. With {@code two-core} the card that packets leave by, its wire and the host have the other processor, so
 * that the first card's processor is what sets the rate; with {@code one-core} one processor has everything.
 *
 * <p>Frames have 64 bytes with their checksum; destinations are random, each within a random one of the routes. Passes at the highest rate
 * that the far end acknowledges take turns with a calibration: the same 60 bytes of the same packets, copied into a buffer of 16 KiB and
 * out again, once each. Then packets are offered in open loop at half the median rate, and latencies taken from the time at which each
 * was due.
 */
public final class ForwardBench {
    private static final int FULL_TABLE_BYTES = 20 << 20;
    private static final int SMALL_TABLE_BYTES = 4 << 20;
    private static final int SMALL_TABLE = 10_000;
    private static final int MOST_ROUTES = 1_000_000;
    private static final int LAP = 1 << 18;
    private static final int FRAME = 64;
    private static final int WARM_UPS = 4;
    private static final int ROUNDS = 7;
    private static final long PACKETS = 2_000_000;
    private static final int TRAIN_BYTES = 16 << 10;
    private static final long SEED = 1;
    private static final String PROFILE = "lanai-33";
    private static final String USAGE = """
        [routes] [layout ...]
        Packets a second from card to card over wires in memory, bytes allocated for each, and latencies at half that rate.
          routes  how many, 1 to 1000000, 1 unless given; many have the lengths of the Internet's
          layout  two-core: the second card, its wire and the host have a processor of their own; one-core: all have one. Both unless given
        Example: perf/bench dev.spine.perf.forward.ForwardBench 750000 two-core
        """;

    private ForwardBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments number of routes, layouts
     */
    public static void main(String[] arguments) {
        BenchArguments.main(ForwardBench.class, USAGE, arguments, ForwardBench::run);
    }

    private static void run(BenchArguments arguments) {
        int count = arguments.isNumberNext() ? arguments.count("routes", 1, MOST_ROUTES, 1) : 1;
        Map<String, String> known = new LinkedHashMap<>();
        known.put("two-core", "two-core");
        known.put("one-core", "one-core");
        List<String> named = arguments.rest("a layout", known);
        ForwardRoutes routes = ForwardRoutes.of(count);
        ForwardPackets packets = new ForwardPackets(routes, new int[] {FRAME}, LAP, SEED);
        for (String layout : named.isEmpty() ? List.copyOf(known.keySet()) : named) {
            measure(routes, packets, layout);
        }
    }

    private static void measure(ForwardRoutes routes, ForwardPackets packets, String layout) {
        int tableBytes = routes.routes().size() > SMALL_TABLE ? FULL_TABLE_BYTES : SMALL_TABLE_BYTES;
        ForwardStage stage = ForwardStage.build(ForwardMachine.live(layout, PROFILE), new ForwardTraffic(routes, packets), tableBytes,
            SEED);
        try (ForwardRun run = new ForwardRun(stage, new SpineForwardPath())) {
            boolean right = run.closedLoop(packets.lap(), true).wrong() == 0;
            List<Pass> passes = new ArrayList<>();
            double[] copies = new double[ROUNDS];
            for (int round = -WARM_UPS; round < ROUNDS; round++) {
                double copy = calibrate(packets);
                Pass pass = run.closedLoop(PACKETS, false);
                if (round >= 0) {
                    passes.add(pass);
                    copies[round] = copy;
                }
            }
            double[] rates = passes.stream().mapToDouble(Pass::rate).sorted().toArray();
            Arrays.sort(copies);
            double median = rates[ROUNDS / 2];
            long offered = (long) (median / 2);
            // Code for an even pace has not run yet: without this, its compilation would be what the latencies show.
            run.openLoop(offered, offered / 2);
            Pass open = run.openLoop(offered, offered * 2);
            Histogram latencies = open.latencies();
            System.out.println(String.format(Locale.ROOT,
                "%d routes, %s: %.2f Mpps (%.2f to %.2f), %.0f ns a packet; copied in and out: %.1f ns (%.1f to %.1f);"
                    + " lost %d, wrong %d, %s; %.4f bytes allocated a packet; host messages %d, host bytes %d",
                routes.routes().size(), layout, median / 1e6, rates[0] / 1e6, rates[ROUNDS - 1] / 1e6, 1e9 / median, copies[ROUNDS / 2],
                copies[0], copies[ROUNDS - 1], sum(passes, true), sum(passes, false), right ? "compared" : "NOT AS EXPECTED",
                passes.stream().mapToLong(Pass::allocatedBytes).sum() / (double) (PACKETS * ROUNDS),
                passes.stream().mapToLong(Pass::hostMessages).sum(),
                passes.stream().mapToLong(pass -> pass.accounts().hostMemoryBytes()).sum()));
            System.out.println(String.format(Locale.ROOT, "    at %.2f Mpps: p50 %.1f us, p90 %.1f, p99 %.1f, p99.9 %.1f, longest %.0f;"
                + " lost %d of %d", offered / 1e6, latencies.getValueAtPercentile(50) / 1e3, latencies.getValueAtPercentile(90) / 1e3,
                latencies.getValueAtPercentile(99) / 1e3, latencies.getValueAtPercentile(99.9) / 1e3, latencies.getMaxValue() / 1e3,
                open.lost(), open.packets() + open.lost()));
            System.out.println("    seconds of work: " + passes.get(ROUNDS / 2).processorSeconds() + " in "
                + passes.get(ROUNDS / 2).seconds());
        }
    }

    private static long sum(List<Pass> passes, boolean lost) {
        return passes.stream().mapToLong(pass -> lost ? pass.lost() : pass.wrong()).sum();
    }

    /** Nanoseconds to copy a packet into a train's buffer and out of it. */
    private static double calibrate(ForwardPackets packets) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment from = packets.offered().packets();
            MemorySegment train = arena.allocate(TRAIN_BYTES, 64);
            MemorySegment to = arena.allocate(TRAIN_BYTES, 64);
            int bytes = packets.bytes(0);
            long place = 0;
            long begin = System.nanoTime();
            for (int i = 0; i < packets.lap(); i++) {
                MemorySegment.copy(from, packets.offered().packetOffset(i), train, place, bytes);
                MemorySegment.copy(train, place, to, place, bytes);
                place = place + FRAME < TRAIN_BYTES - FRAME ? place + FRAME : 0;
            }
            return (System.nanoTime() - begin) / (double) packets.lap();
        }
    }
}
