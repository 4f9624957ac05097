package dev.spine.perf.benchmarks.hop;

import dev.spine.i2o.unit.ring.SpscRing;

/** The ring of references, with an object for each frame. */
final class SpscRingFrames implements FrameList {
    private final SpscRing<FrameToken> ring;
    private final FrameToken[] tokens;

    SpscRingFrames(int capacity) {
        ring = new SpscRing<>(capacity);
        tokens = FrameToken.make(capacity);
    }

    @Override
    public void offer(int frame) {
        if (!ring.offer(tokens[frame])) {
            throw new IllegalStateException("more frames than the list holds");
        }
    }

    @Override
    public int poll() {
        FrameToken token = ring.poll();
        return token == null ? -1 : token.frame();
    }
}
