package dev.spine.perf.benchmarks.hop;

import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;

/** The array queue of JCTools, with an object for each frame. */
final class JcToolsFrames implements FrameList {
    private final SpscVarHandleArrayQueue<FrameToken> queue;
    private final FrameToken[] tokens;

    JcToolsFrames(int capacity) {
        queue = new SpscVarHandleArrayQueue<>(capacity);
        tokens = FrameToken.make(capacity);
    }

    @Override
    public void offer(int frame) {
        if (!queue.relaxedOffer(tokens[frame])) {
            throw new IllegalStateException("more frames than the list holds");
        }
    }

    @Override
    public int poll() {
        FrameToken token = queue.relaxedPoll();
        return token == null ? -1 : token.frame();
    }
}
