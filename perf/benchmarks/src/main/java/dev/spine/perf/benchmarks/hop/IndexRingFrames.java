package dev.spine.perf.benchmarks.hop;

import dev.spine.i2o.unit.ring.IndexRing;

/** The ring of indices. */
final class IndexRingFrames implements FrameList {
    private final IndexRing ring;

    IndexRingFrames(int capacity) {
        ring = new IndexRing(capacity);
    }

    @Override
    public void offer(int frame) {
        ring.offer(frame);
    }

    @Override
    public int poll() {
        return ring.poll();
    }
}
