package dev.spine.perf.video;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Counts packets that are done with, and, while a due time is known, records how long after it they did.
 *
 * <p>Written by one agent; {@link #completed} and {@link #lastNs} may be read by any thread. Packets complete in the order in which they
 * were placed, so the n-th completion is the n-th packet that a receive buffer was found for. A packet that is lost behind the wire makes
 * those after it look late by its interval.
 */
public final class CompletionLog implements VideoPath.Completions {
    /** Eleven days: a machine that is described may take a second for a packet, and have thousands of them before it. */
    private static final long HIGHEST_NS = 1_000_000_000_000_000L;

    private final Histogram latencies = new Histogram(1, HIGHEST_NS, 3);
    /** Written by the wire's agent for every packet, so without a fence: who reads this sees the time of that packet, or of a later one. */
    private final AtomicLong completed = new AtomicLong();
    private final AtomicLong lastNs = new AtomicLong();
    private volatile @Nullable LongUnaryOperator due;

    @Override
    public void onCompleted(int packets, long nowNs) {
        long first = completed.getPlain();
        LongUnaryOperator times = due;
        if (times != null) {
            for (int i = 0; i < packets; i++) {
                latencies.recordValue(Math.clamp(nowNs - times.applyAsLong(first + i), 1, HIGHEST_NS));
            }
        }
        lastNs.setRelease(nowNs);
        completed.setRelease(first + packets);
    }

    /** A log in which nothing has completed. */
    public CompletionLog() {}

    /**
     * Begins again from 0. While nothing completes.
     *
     * @param dueNs when each packet was due, by number, or null to take no latencies
     */
    public void begin(@Nullable LongUnaryOperator dueNs) {
        latencies.reset();
        due = dueNs;
        completed.set(0);
    }

    /** {@return packets that have completed; any thread} */
    public long completed() {
        return completed.get();
    }

    /** {@return when the last one did; any thread} */
    public long lastNs() {
        return lastNs.get();
    }

    /** {@return latencies since the beginning; while nothing completes} */
    public Histogram latencies() {
        return latencies;
    }
}
