package dev.spine.perf.benchmarks.tax;

import dev.spine.extension.api.Extension;
import dev.spine.extension.benchmarks.ForwardExtension;
import dev.spine.extension.benchmarks.IdleExtension;
import dev.spine.extension.benchmarks.SumExtension;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.perf.benchmarks.Bench;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The command: what a packet costs on its way through a card's demultiplexer and dispatcher to an extension's handler, in turn with the
 * same work done without a runtime. Any thread.
 *
 * <p>{@code perf/bench tax.OverheadBench [seconds]}, 20 unless given. All lines take turns in blocks of about a millisecond; a
 * loop of dependent arithmetic is measured in each round as well, so that a change of the machine's pace can be seen. A packet is offered
 * to the runtime as a network device of the card does it, and is back in the device's list when the step has ended; what the list alone
 * costs is a line of its own. 64 packets with different addresses and payloads are offered over and over, each handler's from memory of
 * its own; what a handler finds out is written where it is read at the end.
 *
 * <p>The <em>overhead</em> of a handler is its line as an extension to its line as a raw sink. The extension's packet is looked for among
 * all filters of the card, its quotas are asked for, it gets a lease and a buffer, and its handler is metered code, loaded as any other.
 * The raw sink is what one would write who has the port for himself alone: an object of one class that the port calls, which compares the
 * five fields of the header that say whether a packet is its own ({@link RawFilter}), does the same with the same loop on the
 * {@link java.lang.foreign.MemorySegment} itself, and releases the packet. Nobody is protected from it, it shares its port with nobody,
 * and it can be neither replaced nor stopped. Either is called from one place with one class, so that the compiler may put all of it
 * together, but for the handler of the extension: the runtime calls handlers of several.
 *
 * <p>Forwarding <em>called</em> is the work alone, without looking whether the packet is one's own and without releasing it.
 */
public final class OverheadBench {
    private static final int BLOCK_NS = 1_000_000;
    private static final int OTHERS = 100;
    private static final int STEPS = 100;
    private static final int WARM_UP = 200;
    private static final int MEDIUM = 256;
    private static final int LONG = 1_400;
    private static final com.sun.management.ThreadMXBean THREADS =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private record Line(String name, IntConsumer step) {}

    private record Ratio(String name, int one, int other) {}

    private static final List<Ratio> RATIOS = List.of(new Ratio("empty handler with 100 others, to alone", 3, 2),
        new Ratio("empty handlers of two extensions in turn, to one", 4, 2),
        new Ratio("overhead of an empty handler", 2, 5),
        new Ratio("overhead of forwarding", 9, 8),
        new Ratio("forwarding as an extension, to called and the list", 9, 7),
        new Ratio("overhead of a checksum over 256 bytes", 11, 10),
        new Ratio("overhead of a checksum over 1,400 bytes", 13, 12));

    private static long sink;

    private OverheadBench() {}

    private static BenchCard card(List<BenchCard> cards, LiveEngine engine, String name, BenchPort port,
        Class<? extends Extension> type) {
        BenchCard card = new BenchCard(engine, name, port);
        cards.add(card);
        card.load(PackagedExtension.image(name, type), "");
        return card;
    }

    private static boolean raw(BenchPort port, RawIdleSink to, int index) {
        boolean taken = to.onPacket(port.packet(index));
        return port.takeHome() && taken;
    }

    private static boolean raw(BenchPort port, RawForwardSink to, int index) {
        boolean taken = to.onPacket(port.packet(index));
        return port.takeHome() && taken;
    }

    private static boolean raw(BenchPort port, RawSumSink to, int index) {
        boolean taken = to.onPacket(port.packet(index));
        return port.takeHome() && taken;
    }

    /**
     * Runs and prints.
     *
     * @param arguments seconds of measuring
     */
    public static void main(String[] arguments) {
        Bench.main(OverheadBench.class, arguments);
    }

    @Command(description = "What a packet costs on its way to an extension's handler, in turn with the same work done without a runtime.",
        footer = "Example: perf/bench tax.OverheadBench 20")
    static void run(@Parameters(arity = "0..1", defaultValue = "20", description = "to measure, 0.001 to 86400") double seconds) {
        LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1);
        List<BenchCard> cards = new ArrayList<>();
        BenchPort idle = card(cards, engine, "idle", new BenchPort(IdleExtension.PORT), IdleExtension.class).port;
        byte[] image = PackagedExtension.image("idle", IdleExtension.class);
        BenchCard crowded = new BenchCard(engine, "crowded");
        cards.add(crowded);
        for (int i = 0; i < OTHERS; i++) {
            crowded.load(image, "port=" + (8_000 + i) + "\n");
        }
        crowded.load(image, "");
        BenchCard shared = card(cards, engine, "shared", new BenchPort(IdleExtension.PORT, IdleExtension.PORT + 1), IdleExtension.class);
        shared.load(image, "port=" + (IdleExtension.PORT + 1) + "\n");
        BenchPort forwarding = card(cards, engine, "forwarding", new BenchPort(IdleExtension.PORT), ForwardExtension.class).port;
        BenchPort medium = card(cards, engine, "medium", new BenchPort(new BenchPort.Payload(MEDIUM), IdleExtension.PORT),
            SumExtension.class).port;
        BenchPort large = card(cards, engine, "large", new BenchPort(new BenchPort.Payload(LONG), IdleExtension.PORT),
            SumExtension.class).port;
        RawForward called = new RawForward();
        RawIdleSink rawIdle = new RawIdleSink(idle.agent());
        RawForwardSink rawForward = new RawForwardSink(forwarding.agent());
        RawSumSink rawMedium = new RawSumSink(medium.agent());
        RawSumSink rawLarge = new RawSumSink(large.agent());
        List<Line> lines = List.of(new Line("calibration: 100 dependent steps", OverheadBench::calibrate),
            new Line("packet to the list and back", i -> sink += idle.sendHome(i) ? 1 : 0),
            new Line("empty handler", i -> sink += idle.offer(i) ? 1 : 0),
            new Line("empty handler, 100 others", i -> sink += crowded.port.offer(i) ? 1 : 0),
            new Line("empty handlers of two, in turn", i -> sink += shared.port.offer(i) ? 1 : 0),
            new Line("empty raw sink", i -> sink += raw(idle, rawIdle, i) ? 1 : 0),
            new Line("forwarding, raw memory, called", i -> called.forward(forwarding.memory(), forwarding.offset(i))),
            new Line("forwarding, called, and the list", i -> {
                called.forward(forwarding.memory(), forwarding.offset(i));
                sink += forwarding.sendHome(i) ? 1 : 0;
            }),
            new Line("forwarding, raw sink", i -> sink += raw(forwarding, rawForward, i) ? 1 : 0),
            new Line("forwarding, extension", i -> sink += forwarding.offer(i) ? 1 : 0),
            new Line("checksum of 256 bytes, raw sink", i -> sink += raw(medium, rawMedium, i) ? 1 : 0),
            new Line("checksum of 256 bytes, extension", i -> sink += medium.offer(i) ? 1 : 0),
            new Line("checksum of 1,400 bytes, raw sink", i -> sink += raw(large, rawLarge, i) ? 1 : 0),
            new Line("checksum of 1,400 bytes, extension", i -> sink += large.offer(i) ? 1 : 0));
        engine.start();
        // On the thread of the cards and in their cycles, where the clock is read once for all packets of a burst.
        Run run = new Run(lines, seconds);
        idle.untilEnded(run::next);
        engine.close();
        run.print();
        long dropped = cards.stream().mapToLong(BenchCard::dropped).sum();
        System.out.println(dropped + " dropped, " + (rawMedium.bad() + rawLarge.bad()) + " bad of " + rawIdle.packets()
            + "; results " + (sink + called.sum() + rawForward.sum()));
    }

    private static void calibrate(int seed) {
        long value = seed;
        for (int i = 0; i < STEPS; i++) {
            value = value * 31 + i;
        }
        sink += value;
    }

    private static void ratio(List<double[]> taken, Ratio ratio) {
        double[] ratios = new double[taken.getFirst().length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = taken.get(ratio.one())[i] / taken.get(ratio.other())[i];
        }
        Arrays.sort(ratios);
        System.out.println(String.format(Locale.ROOT, "%-60s %8.3f  (%.3f to %.3f)", ratio.name(), ratios[ratios.length / 2],
            ratios[ratios.length / 4], ratios[3 * ratios.length / 4]));
    }

    /** All lines in turn, one block in each cycle of the card, so that each has its own reading of the clock. */
    private static final class Run {
        private final List<Line> lines;
        private final long[] times;
        private final int rounds;
        private final List<double[]> taken = new ArrayList<>();
        private final long[] allocated;
        private final long[] done;
        private int round = -WARM_UP;
        private int line;

        Run(List<Line> lines, double seconds) {
            this.lines = lines;
            this.times = new long[lines.size()];
            Arrays.fill(times, 1000);
            this.rounds = Math.max(10, (int) (seconds * 1e9 / BLOCK_NS / lines.size()));
            lines.forEach(each -> taken.add(new double[rounds]));
            this.allocated = new long[lines.size()];
            this.done = new long[lines.size()];
        }

        /** The next block: {@return whether it was the last}. */
        boolean next() {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            long took = Math.max(1, block(lines.get(line), times[line]));
            if (round < 0) {
                times[line] = Math.clamp(times[line] * BLOCK_NS / took, 1000, 10 * times[line]);
            } else {
                taken.get(line)[round] = (double) took / times[line];
                allocated[line] += THREADS.getCurrentThreadAllocatedBytes() - before;
                done[line] += times[line];
            }
            line = (line + 1) % times.length;
            round += line == 0 ? 1 : 0;
            return round == rounds;
        }

        void print() {
            System.out.println("ns per packet                              median    quartiles          bytes allocated");
            for (int i = 0; i < times.length; i++) {
                double[] sorted = taken.get(i).clone();
                Arrays.sort(sorted);
                System.out.println(String.format(Locale.ROOT, "%-40s %8.2f    %.2f to %.2f %14.3f", lines.get(i).name(),
                    sorted[rounds / 2], sorted[rounds / 4], sorted[3 * rounds / 4], (double) allocated[i] / done[i]));
            }
            System.out.println("ratios within a round                                           median  (quartiles)");
            RATIOS.forEach(ratio -> ratio(taken, ratio));
        }
    }

    private static long block(Line line, long times) {
        IntConsumer step = line.step();
        long begin = System.nanoTime();
        for (int i = 0; i < times; i++) {
            step.accept(i);
        }
        return System.nanoTime() - begin;
    }
}
