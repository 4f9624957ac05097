package dev.spine.perf.tax;

import dev.spine.extension.bench.ForwardExtension;
import dev.spine.extension.bench.IdleExtension;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.iop.engine.Layout;
import dev.spine.iop.engine.LiveEngine;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;

/**
 * The command: what a packet costs on its way through a card's demultiplexer and dispatcher to an extension's handler, in turn with the
 * same work done directly.
 *
 * <p>{@code perf/bench dev.spine.perf.tax.TaxBench [seconds]}, 20 unless given. All lines take turns in blocks of about a millisecond; a
 * loop of dependent arithmetic is measured in each round as well, so that a change of the machine's pace can be seen. A packet is offered
 * to the runtime as a network device of the card does it, and is back in the device's list when the step has ended; what the list alone
 * costs is a line of its own.
 */
public final class TaxBench {
    private static final double SECONDS = 20;
    private static final int BLOCK_NS = 1_000_000;
    private static final int OTHERS = 100;
    private static final int STEPS = 100;
    private static final com.sun.management.ThreadMXBean THREADS =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private record Line(String name, IntConsumer step) {}

    private static long sink;

    private TaxBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments seconds of measuring
     */
    public static void main(String[] arguments) {
        double seconds = arguments.length > 0 ? Double.parseDouble(arguments[0]) : SECONDS;
        LiveEngine engine = new LiveEngine(Layout.ONE_CORE, 1);
        BenchCard idle = new BenchCard(engine, "idle");
        byte[] image = PackagedExtension.image("idle", IdleExtension.class);
        idle.load(image, "");
        BenchCard crowded = new BenchCard(engine, "crowded");
        for (int i = 0; i < OTHERS; i++) {
            crowded.load(image, "port=" + (8_000 + i) + "\n");
        }
        crowded.load(image, "");
        BenchCard forwarding = new BenchCard(engine, "forwarding");
        forwarding.load(PackagedExtension.image("forward", ForwardExtension.class), "");
        RawForward raw = new RawForward();
        BenchPort memory = forwarding.port;
        List<Line> lines = List.of(new Line("calibration: 100 dependent steps", TaxBench::calibrate),
            new Line("packet to the list and back", i -> sink += idle.port.sendHome(i) ? 1 : 0),
            new Line("empty handler", i -> sink += idle.port.offer(i) ? 1 : 0),
            new Line("empty handler, 100 others", i -> sink += crowded.port.offer(i) ? 1 : 0),
            new Line("forwarding, raw memory, called", i -> raw.forward(memory.memory(), BenchPort.offset(i))),
            new Line("forwarding, raw memory, and the list", i -> {
                raw.forward(memory.memory(), BenchPort.offset(i));
                sink += memory.sendHome(i) ? 1 : 0;
            }),
            new Line("forwarding, extension", i -> sink += memory.offer(i) ? 1 : 0));
        engine.start();
        // On the thread of the cards and in one of their cycles, where the clock is read once for all packets of a burst.
        idle.port.within(() -> measure(lines, seconds));
        engine.close();
        System.out.println(sink + raw.sum() == 1 ? " " : "");
    }

    private static void calibrate(int seed) {
        long value = seed;
        for (int i = 0; i < STEPS; i++) {
            value = value * 31 + i;
        }
        sink += value;
    }

    private static void measure(List<Line> lines, double seconds) {
        long[] times = new long[lines.size()];
        Arrays.fill(times, 1000);
        for (int i = 0; i < 200; i++) {
            for (int line = 0; line < times.length; line++) {
                long took = Math.max(1, block(lines.get(line), times[line]));
                times[line] = Math.clamp(times[line] * BLOCK_NS / took, 1000, 10 * times[line]);
            }
        }
        int rounds = Math.max(10, (int) (seconds * 1e9 / BLOCK_NS / lines.size()));
        List<double[]> taken = new ArrayList<>();
        lines.forEach(line -> taken.add(new double[rounds]));
        long[] allocated = new long[lines.size()];
        long[] done = new long[lines.size()];
        for (int round = 0; round < rounds; round++) {
            for (int line = 0; line < times.length; line++) {
                long before = THREADS.getCurrentThreadAllocatedBytes();
                taken.get(line)[round] = (double) block(lines.get(line), times[line]) / times[line];
                allocated[line] += THREADS.getCurrentThreadAllocatedBytes() - before;
                done[line] += times[line];
            }
        }
        System.out.println("ns per packet                              median    quartiles          bytes allocated");
        for (int line = 0; line < times.length; line++) {
            double[] sorted = taken.get(line).clone();
            Arrays.sort(sorted);
            System.out.println(String.format(Locale.ROOT, "%-40s %8.2f    %.2f to %.2f %14.3f", lines.get(line).name(),
                sorted[rounds / 2], sorted[rounds / 4], sorted[3 * rounds / 4], (double) allocated[line] / done[line]));
        }
        ratio(taken, 3, 2, "empty handler with 100 others, to alone");
        ratio(taken, 6, 5, "forwarding as an extension, to raw memory and the list");
    }

    private static void ratio(List<double[]> taken, int one, int other, String name) {
        double[] ratios = new double[taken.getFirst().length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = taken.get(one)[i] / taken.get(other)[i];
        }
        Arrays.sort(ratios);
        System.out.println(String.format(Locale.ROOT, "%-60s %.3f  (%.3f to %.3f)", name, ratios[ratios.length / 2],
            ratios[ratios.length / 4], ratios[3 * ratios.length / 4]));
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
