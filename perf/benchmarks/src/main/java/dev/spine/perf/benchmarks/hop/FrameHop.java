package dev.spine.perf.benchmarks.hop;

import java.lang.foreign.MemorySegment;

/**
 * A request and its reply as I2O moves them: a post list and a free list in each direction, the message written in the receiver's
 * memory, the sender's next free frame in hand, and nothing else.
 */
public final class FrameHop implements HopVariant {
    private static final int FRAMES = 32;
    private static final int HAND = 32;
    private static final long MARGIN = 4096;

    private final MemorySegment requests;
    private final MemorySegment replies;
    private final FrameList requestPost;
    private final FrameList requestFree;
    private final FrameList replyPost;
    private final FrameList replyFree;
    private final long spacing;
    private final boolean touched;
    private final ThreadState initiator = new ThreadState();
    private final ThreadState target = new ThreadState();

    /**
     * Makes lists and frames.
     *
     * @param options which list, how far frames are apart, what is done with the next free frame
     */
    public FrameHop(HopOptions options) {
        spacing = options.frameSpacing();
        touched = options.hand() == HopOptions.Hand.TOUCHED;
        requests = Lines.allocate(FRAMES * spacing + MARGIN);
        replies = Lines.allocate(FRAMES * spacing + MARGIN);
        requestPost = FrameList.of(options.list(), FRAMES);
        requestFree = FrameList.of(options.list(), FRAMES);
        replyPost = FrameList.of(options.list(), FRAMES);
        replyFree = FrameList.of(options.list(), FRAMES);
        for (int i = 0; i < FRAMES; i++) {
            requestFree.offer(i);
            replyFree.offer(i);
        }
    }

    @Override
    public void exchange() {
        ThreadState state = initiator;
        int frame = take(state, requestFree);
        long number = ++state.position;
        Lines.write64(requests, frame * spacing, number);
        requestPost.offer(frame);
        refill(state, requestFree, requests);
        int reply;
        do {
            reply = replyPost.poll();
        } while (reply < 0);
        state.seen += Lines.read64(replies, reply * spacing, state.scratch);
        replyFree.offer(reply);
    }

    @Override
    public int serve() {
        int frame = requestPost.poll();
        if (frame < 0) {
            return 0;
        }
        ThreadState state = target;
        long number = Lines.read64(requests, frame * spacing, state.scratch);
        int reply = take(state, replyFree);
        Lines.write64(replies, reply * spacing, number);
        replyPost.offer(reply);
        requestFree.offer(frame);
        refill(state, replyFree, replies);
        return 1;
    }

    private static int take(ThreadState state, FrameList free) {
        if (state.handCount > 0) {
            return state.hand[HAND + --state.handCount];
        }
        int frame;
        do {
            frame = free.poll();
        } while (frame < 0);
        return frame;
    }

    private void refill(ThreadState state, FrameList free, MemorySegment memory) {
        int frame = free.poll();
        if (frame < 0) {
            return;
        }
        state.hand[HAND + state.handCount++] = frame;
        if (touched) {
            Lines.WORD.set(memory, frame * spacing, 0L);
        }
    }
}
