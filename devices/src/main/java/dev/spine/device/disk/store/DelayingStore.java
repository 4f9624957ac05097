package dev.spine.device.disk.store;

import java.util.SplittableRandom;

/** Another store that takes its time: of the wall clock on the live engine, of the model on the modelled one. One thread at a time. */
public final class DelayingStore extends StoreWrapper {
    private final Latency latency;

    /**
     * Wraps a store.
     *
     * @param inner what does the work
     * @param latency what it takes more
     */
    public DelayingStore(Store inner, Latency latency) {
        super(inner);
        this.latency = latency;
    }

    @Override
    public long latencyNs(StoreOperation.Kind kind, long bytes, SplittableRandom random) {
        return super.latencyNs(kind, bytes, random) + latency.drawNs(kind, bytes, random);
    }
}
