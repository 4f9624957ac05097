package dev.spine.perf.video;

import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Counts packets whose bytes have reached the screen, and, while a due time is known, records how long after it they did.
 *
 * <p>Written by one agent; {@link #completed} and {@link #lastNs} may be read by any thread. Packets complete in the order in which they
 * were placed, so the n-th completion is the n-th packet that a receive buffer was found for. A packet that is lost behind the wire makes
 * those after it look late by its interval.
 */
final class CompletionLog implements VideoPath.Completions {
    private static final long HIGHEST_NS = 60_000_000_000L;

    private final Histogram latencies = new Histogram(1, HIGHEST_NS, 3);
    private volatile long completed;
    private volatile long lastNs;
    private volatile @Nullable LongUnaryOperator due;

    @Override
    public void onCompleted(int packets, long nowNs) {
        long first = completed;
        LongUnaryOperator times = due;
        if (times != null) {
            for (int i = 0; i < packets; i++) {
                latencies.recordValue(Math.clamp(nowNs - times.applyAsLong(first + i), 1, HIGHEST_NS));
            }
        }
        lastNs = nowNs;
        completed = first + packets;
    }

    /** Begins again from 0, with or without the due times of the packets by number. While nothing completes. */
    void begin(@Nullable LongUnaryOperator dueNs) {
        latencies.reset();
        due = dueNs;
        completed = 0;
    }

    long completed() {
        return completed;
    }

    long lastNs() {
        return lastNs;
    }

    Histogram latencies() {
        return latencies;
    }
}
