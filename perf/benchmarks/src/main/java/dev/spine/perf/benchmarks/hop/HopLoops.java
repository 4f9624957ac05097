package dev.spine.perf.benchmarks.hop;

import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;

/**
 * The loops around a variant's steps. Each variant gets its own copy of the implementing class, see {@link IsolatedCode}. One thread at a
 * time.
 */
public interface HopLoops {
    /**
     * Exchanges until a deadline and records each exchange.
     *
     * @param variant whose exchanges
     * @param deadline {@link System#nanoTime} after which no further exchange is begun
     * @param trips receives each exchange in nanoseconds
     * @return the number of exchanges
     */
    long initiate(HopVariant variant, long deadline, Histogram trips);

    /**
     * Serves while {@code turn} is {@code mine}.
     *
     * @param variant who serves
     * @param turn whose turn it is
     * @param mine the block's number
     */
    void target(HopVariant variant, AtomicInteger turn, int mine);

    /**
     * Sends while {@code turn} is {@code mine}.
     *
     * @param variant who sends
     * @param turn whose turn it is
     * @param mine the block's number
     * @return the number of messages sent
     */
    long send(RateVariant variant, AtomicInteger turn, int mine);

    /**
     * Receives until a deadline.
     *
     * @param variant who receives
     * @param deadline {@link System#nanoTime} after which no further batch is begun
     * @return the number of messages received
     */
    long receive(RateVariant variant, long deadline);
}
