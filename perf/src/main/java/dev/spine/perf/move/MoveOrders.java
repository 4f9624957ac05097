package dev.spine.perf.move;

import org.HdrHistogram.Histogram;

/** The ends of orders as the application is notified of them, and how long they took. Written on the host's agent. */
@SuppressWarnings("NonAtomicVolatileUpdate") // each counter has one writer
final class MoveOrders {
    /** Eleven days: a described machine may take a second for a packet, and have thousands before it. */
    private static final long HIGHEST_NS = 1_000_000_000_000_000L;

    private final Histogram latencies = new Histogram(1, HIGHEST_NS, 3);
    private volatile long begunNs;
    private volatile long ends;
    private volatile long failed;

    /** An order leaves the application. */
    void begin(long nowNs) {
        begunNs = nowNs;
    }

    /** The application is notified that an order has ended. */
    void end(long nowNs, long failedChunks) {
        latencies.recordValue(Math.clamp(nowNs - begunNs, 1, HIGHEST_NS));
        failed = failed + failedChunks;
        ends = ends + 1;
    }

    void reset() {
        latencies.reset();
    }

    long begunNs() {
        return begunNs;
    }

    long ends() {
        return ends;
    }

    long failed() {
        return failed;
    }

    Histogram latencies() {
        return latencies;
    }
}
