package dev.spine.perf.meter;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongUnaryOperator;

/**
 * The command: handlers plain and metered, in turn in blocks of about a millisecond, after a warm-up.
 *
 * <p>{@code perf/bench dev.spine.perf.meter.MeterBench [seconds]}. Each line gives the median time of an activation of both, the median
 * ratio of neighbouring blocks, and its quartiles. The plain handler is called with the same refill of an account, which it does not use.
 */
public final class MeterBench {
    private static final double SECONDS = 10;
    private static final long BLOCK_NS = 1_000_000;
    private static final int WARM_UPS = 300;

    private MeterBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments seconds for each line, 10 unless given
     */
    public static void main(String[] arguments) {
        double seconds = arguments.length > 0 ? Double.parseDouble(arguments[0]) : SECONDS;
        System.out.println("ns per activation              plain   metered     ratio   (quartiles)");
        measure("empty handler", EmptyWork.class, seconds);
        measure("loop over 4,096 ints", VectorWork.class, seconds);
        measure("IPv4 forwarding", ForwardWork.class, seconds);
    }

    private static void measure(String name, Class<? extends LongUnaryOperator> handler, double seconds) {
        LongUnaryOperator plain = MeterSubject.plain(handler);
        LongUnaryOperator metered = MeterSubject.metered(handler);
        long times = 1;
        long sink = 0;
        for (int i = 0; i < WARM_UPS; i++) {
            sink += metered.applyAsLong(times);
            long start = System.nanoTime();
            sink += plain.applyAsLong(times);
            long took = Math.max(1, System.nanoTime() - start);
            times = Math.clamp(times * BLOCK_NS / took, 1, 10 * times);
        }
        int pairs = Math.max(1, (int) (seconds * 1e9 / (2 * BLOCK_NS)));
        double[] plainNs = new double[pairs];
        double[] meteredNs = new double[pairs];
        double[] ratios = new double[pairs];
        for (int i = 0; i < pairs; i++) {
            long first = System.nanoTime();
            sink += plain.applyAsLong(times);
            long second = System.nanoTime();
            sink += metered.applyAsLong(times);
            long third = System.nanoTime();
            plainNs[i] = (double) (second - first) / times;
            meteredNs[i] = (double) (third - second) / times;
            ratios[i] = meteredNs[i] / plainNs[i];
        }
        Arrays.sort(plainNs);
        Arrays.sort(meteredNs);
        Arrays.sort(ratios);
        System.out.println(String.format(Locale.ROOT, "%-26s %9.2f %9.2f %9.3f   (%.3f to %.3f)%s", name, plainNs[pairs / 2],
            meteredNs[pairs / 2], ratios[pairs / 2], ratios[pairs / 4], ratios[3 * pairs / 4], sink == 1 ? " " : ""));
    }
}
