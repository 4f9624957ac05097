package dev.spine.perf.benchmarks.hop;

import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;

/**
 * The loops, loaded once for each variant so that the compiler sees one receiver class only and inlines its steps. One thread at a time.
 */
public final class CopiedLoops implements HopLoops {
    private static final int SERVED_PER_LOOK = 16;

    /** Called by {@link IsolatedCode}. */
    public CopiedLoops() {}

    @Override
    public long initiate(HopVariant variant, long deadline, Histogram trips) {
        long count = 0;
        long before = System.nanoTime();
        while (before < deadline) {
            variant.exchange();
            trips.recordValue(System.nanoTime() - before);
            count++;
            before = System.nanoTime();
        }
        return count;
    }

    @Override
    public void target(HopVariant variant, AtomicInteger turn, int mine) {
        while (turn.getAcquire() == mine) {
            for (int i = 0; i < SERVED_PER_LOOK; i++) {
                variant.serve();
            }
        }
    }

    @Override
    public long send(RateVariant variant, AtomicInteger turn, int mine) {
        long sent = 0;
        while (turn.getAcquire() == mine) {
            sent += variant.send(RateVariant.BATCH);
        }
        return sent;
    }

    @Override
    public long receive(RateVariant variant, long deadline) {
        long received = 0;
        while (System.nanoTime() < deadline) {
            for (int i = 0; i < SERVED_PER_LOOK; i++) {
                received += variant.receive(RateVariant.BATCH);
            }
        }
        return received;
    }
}
