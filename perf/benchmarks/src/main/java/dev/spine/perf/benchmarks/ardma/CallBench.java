package dev.spine.perf.benchmarks.ardma;

import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.benchmarks.ardma.CallNode.Mode;
import dev.spine.perf.benchmarks.ardma.CallNode.Reading;
import java.lang.classfile.Opcode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The command: calls of routines on another card beside reads of 8 bytes of exported memory there, live, on one thread, over a wire in
 * memory, in turn in blocks. The times are those of round trips that a card makes one after the other; the ratio of a block is to the
 * block of reads in the same round. Then a client's calls alone and beside those of another client that makes nearly as many steps as it
 * may, in pairs. One thread.
 *
 * <p>{@code perf/bench ardma.CallBench [rounds]}: 200 unless given, half a minute.
 */
public final class CallBench {
    private static final int OF_BLOCK = 1_000;
    private static final int WARM_UPS = 40;
    private static final int MANY = 100_000;
    private static final long ELEMENTS = 8;
    private static final int CALIBRATION = 200_000;
    /** Elements of an area. */
    private static final long ALL = 512;
    /** Elements of a sum that takes nearly the steps that a server allows. */
    private static final long MAX_ELEMENTS = 500_000;

    private final List<Variant> variants = new ArrayList<>();
    private final List<Double> calibration = new ArrayList<>();
    private double sink;

    private static final class Variant {
        private final String what;
        private final String how;
        private final IntFunction<Reading> work;
        private final List<Double> ns = new ArrayList<>();
        private Reading last = new Reading(0, 0, 0, 0, 0, 0, 0);

        Variant(String what, String how, IntFunction<Reading> work) {
            this.what = what;
            this.how = how;
            this.work = work;
        }

        void block(int count) {
            last = work.apply(count);
            if (last.wrong() != 0) {
                throw new IllegalStateException(what + " " + how + ": " + last.wrong() + " were not answered");
            }
        }
    }

    private CallBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments how many rounds
     */
    public static void main(String[] arguments) {
        Bench.main(CallBench.class, arguments);
    }

    @Command(description = "Calls of routines beside reads of memory of another card, in turn in blocks.",
        footer = "Example: perf/bench ardma.CallBench 200")
    static void run(@Parameters(arity = "0..1", defaultValue = "200", description = "of blocks of 1,000 operations") int rounds) {
        try (CallNode node = new CallNode()) {
            new CallBench().measure(node, rounds);
        }
    }

    /** {@return a routine that reads eight bytes} */
    static byte[] load() {
        RoutineBuilder builder = new RoutineBuilder().areas(1);
        builder.method("load", "(J)J").push(0).load(0).call(Intrinsic.LOAD64).returns();
        return builder.build();
    }

    /** {@return a routine that adds up so many elements of eight bytes, the first ones again after the last} */
    static byte[] sum() {
        RoutineBuilder builder = new RoutineBuilder().areas(1);
        Label again = new Label("again");
        builder.method("sum", "(J)J").push(0L).local(Opcode.LSTORE, 2).label(again)
            .load(0).push(1L).op(Opcode.LSUB).local(Opcode.LSTORE, 0)
            .local(Opcode.LLOAD, 2).push(0).load(0).push(ALL - 1).op(Opcode.LAND).push(8L).op(Opcode.LMUL).call(Intrinsic.LOAD64)
            .op(Opcode.LADD).local(Opcode.LSTORE, 2)
            .load(0).push(0L).op(Opcode.LCMP).jump(Opcode.IFGT, again).local(Opcode.LLOAD, 2).returns();
        return builder.build();
    }

    private void measure(CallNode node, int rounds) {
        variants.add(new Variant("read", "8 bytes", node::read));
        byte[][] routines = {load(), sum()};
        for (Mode mode : Mode.values()) {
            if (mode != Mode.INTERPRETED) {
                node.compile(mode);
            }
            for (int i = 0; i < routines.length; i++) {
                byte[] routine = routines[i];
                long argument = i == 0 ? 0 : ELEMENTS;
                node.server(mode).offer(i == 0 ? "load" : "sum", routine);
                long hash = CallNode.hash(routine);
                node.call(mode, hash, argument, 2);
                variants.add(new Variant(i == 0 ? "load" : "sum of 8", mode.name().toLowerCase(Locale.ROOT),
                    count -> node.call(mode, hash, argument, count)));
            }
            // The card's wish may come after the answer, which another card brings.
            int made = 0;
            for (int i = 0; i < MANY && mode != Mode.INTERPRETED && made < routines.length; i++) {
                made += node.server(mode).compileWanted();
                Thread.onSpinWait();
            }
            if (mode != Mode.INTERPRETED && made != routines.length) {
                throw new IllegalStateException("not all was compiled: a defect");
            }
        }
        for (int i = 0; i < WARM_UPS; i++) {
            variants.forEach(each -> each.block(OF_BLOCK));
        }
        for (int i = 0; i < rounds; i++) {
            calibrate();
            for (Variant each : variants) {
                each.block(OF_BLOCK);
                each.ns.add((double) each.last.ns() / OF_BLOCK);
            }
        }
        print();
        for (Mode mode : Mode.values()) {
            if (mode != Mode.UNCHECKED) {
                printBeside(node, mode, rounds / 4);
            }
        }
    }

    /** A client's calls beside those of another one that makes nearly as many steps as it may, in pairs. */
    private static void printBeside(CallNode node, Mode mode, int pairs) {
        long load = CallNode.hash(load());
        long sum = CallNode.hash(sum());
        List<Double> ratios = new ArrayList<>();
        List<Double> means = new ArrayList<>();
        List<Double> alone = new ArrayList<>();
        for (int i = -2; i < pairs; i++) {
            Reading one = node.call(mode, load, 0, OF_BLOCK);
            Reading beside = node.callBeside(mode, load, OF_BLOCK, sum, MAX_ELEMENTS, mode == Mode.INTERPRETED ? 2 : 10);
            if (i >= 0) {
                ratios.add((double) beside.tenth() / one.tenth());
                means.add((double) beside.ns() / one.ns());
                alone.add((double) one.tenth());
            }
        }
        if (pairs > 0) {
            System.out.println(String.format(Locale.ROOT, "%s, beside a client at its limits: 99th percentile %.2f times that alone"
                + " (%.0f ns; %.2f to %.2f), mean %.2f times, median of %d pairs", mode.name().toLowerCase(Locale.ROOT),
                sorted(ratios)[pairs / 2], sorted(alone)[pairs / 2], sorted(ratios)[pairs / 10], sorted(ratios)[pairs * 9 / 10],
                sorted(means)[pairs / 2], pairs));
        }
    }

    /** A chain of operations that depend on each other: a processor that others use shows here, too. */
    private void calibrate() {
        long begin = System.nanoTime();
        double value = sink + 1;
        for (int i = 0; i < CALIBRATION; i++) {
            value = value * 0.999 + 1;
        }
        sink = value;
        calibration.add((double) (System.nanoTime() - begin) / CALIBRATION);
    }

    private void print() {
        double[] sorted = sorted(calibration);
        System.out.println(String.format(Locale.ROOT, "calibration: %.2f ns a step (%.2f to %.2f)%s", sorted[sorted.length / 2],
            sorted[sorted.length / 10], sorted[sorted.length * 9 / 10], sink == 1 ? " " : ""));
        System.out.println(String.format(Locale.ROOT, "%-9s %-12s %8s %8s %8s %8s %12s %9s %11s %11s", "what", "how", "p50 ns", "p10",
            "p90", "to read", "bytes a call", "messages", "interrupts", "host bytes"));
        List<Double> reads = variants.getFirst().ns;
        for (Variant each : variants) {
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < reads.size(); i++) {
                ratios.add(each.ns.get(i) / reads.get(i));
            }
            double[] ns = sorted(each.ns);
            each.block(MANY);
            System.out.println(String.format(Locale.ROOT, "%-9s %-12s %8.0f %8.0f %8.0f %8.2f %12.4f %9d %11d %11d", each.what, each.how,
                ns[ns.length / 2], ns[ns.length / 10], ns[ns.length * 9 / 10], sorted(ratios)[ratios.size() / 2],
                (double) each.last.allocated() / MANY, each.last.hostMessages(), each.last.interrupts(), each.last.hostBytes()));
        }
        System.out.println("messages, interrupts and bytes of the host's memory are those of " + String.format(Locale.ROOT, "%,d", MANY)
            + " operations, with the order to make them and the word that they are made");
    }

    private static double[] sorted(List<Double> values) {
        double[] all = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(all);
        return all;
    }
}
