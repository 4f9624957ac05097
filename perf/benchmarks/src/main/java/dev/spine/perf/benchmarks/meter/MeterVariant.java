package dev.spine.perf.benchmarks.meter;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** One way to do the work of a handler: it is run in blocks, and remembers how long they took. One thread. */
public final class MeterVariant {
    private static final long BLOCK_NS = 300_000;
    private static final long WARM_UP_NS = 80_000_000;
    private static final com.sun.management.ThreadMXBean THREADS =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final String handler;
    private final String name;
    private final LongUnaryOperator loop;
    private final @Nullable MeterVariant plain;
    private final List<Double> taken = new ArrayList<>();
    private long times = 1;
    private long activations;
    private long allocated;
    private long sum;

    /**
     * A variant.
     *
     * @param handler what is done
     * @param name how
     * @param loop does it so many times
     * @param plain what it is compared with, in its own subject; null for the plain one itself
     */
    public MeterVariant(String handler, String name, LongUnaryOperator loop, @Nullable MeterVariant plain) {
        this.handler = handler;
        this.name = name;
        this.loop = loop;
        this.plain = plain;
    }

    public String handler() {
        return handler;
    }

    public String name() {
        return name;
    }

    boolean isCompared() {
        return plain != null;
    }

    /** Runs for the compilers, and finds out how much is a block. */
    public void warmUp() {
        long begin = System.nanoTime();
        for (long now = begin; now - begin < WARM_UP_NS; now = System.nanoTime()) {
            sum += loop.applyAsLong(times);
            long took = Math.max(1, System.nanoTime() - now);
            times = Math.clamp(times * BLOCK_NS / took, 1, 10 * times);
        }
    }

    /** Runs a block. */
    public void block() {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        long begin = System.nanoTime();
        sum += loop.applyAsLong(times);
        taken.add((double) (System.nanoTime() - begin) / times);
        allocated += THREADS.getCurrentThreadAllocatedBytes() - before;
        activations += times;
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    /** {@return the median time of an activation over blocks, nanoseconds} */
    public double ns() {
        return median(taken);
    }

    /** {@return the median over rounds of its time by the plain one's} */
    public double ratio() {
        List<Double> other = plain == null ? taken : plain.taken;
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < taken.size(); i++) {
            ratios.add(taken.get(i) / other.get(i));
        }
        return median(ratios);
    }

    /** {@return the median over rounds of what it takes more than the plain one, nanoseconds} */
    double more() {
        List<Double> other = plain == null ? taken : plain.taken;
        List<Double> differences = new ArrayList<>();
        for (int i = 0; i < taken.size(); i++) {
            differences.add(taken.get(i) - other.get(i));
        }
        return median(differences);
    }

    /** {@return bytes of heap that an activation takes} */
    public double bytes() {
        return (double) allocated / activations;
    }

    /** {@return what the loops returned, so that none is left out} */
    public long sum() {
        return sum;
    }
}
