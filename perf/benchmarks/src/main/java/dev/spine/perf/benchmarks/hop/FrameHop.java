package dev.spine.perf.benchmarks.hop;

import dev.spine.i2o.unit.ring.IndexRing;
import java.lang.foreign.MemorySegment;

/**
 * A request and its reply as I2O moves them: a post list and a free list in each direction, the message written in the receiver's
 * memory, the sender's next free frame in hand, and nothing else. One thread at a time.
 */
public final class FrameHop implements HopVariant {
    private static final int FRAMES = 32;
    private static final int HAND = 32;
    private static final long SPACING = 64;
    private static final long MARGIN = 4096;

    private final MemorySegment requests;
    private final MemorySegment replies;
    private final IndexRing requestPost;
    private final IndexRing requestFree;
    private final IndexRing replyPost;
    private final IndexRing replyFree;
    private final ThreadState initiator = new ThreadState();
    private final ThreadState target = new ThreadState();

    /**
     * Makes lists and frames.
     *
     * @param options not used
     */
    public FrameHop(HopOptions options) {
        requests = Lines.allocate(FRAMES * SPACING + MARGIN);
        replies = Lines.allocate(FRAMES * SPACING + MARGIN);
        requestPost = new IndexRing(FRAMES);
        requestFree = new IndexRing(FRAMES);
        replyPost = new IndexRing(FRAMES);
        replyFree = new IndexRing(FRAMES);
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
        Lines.write64(requests, frame * SPACING, number);
        requestPost.offer(frame);
        refill(state, requestFree, requests);
        int reply;
        do {
            reply = replyPost.poll();
        } while (reply < 0);
        state.seen += Lines.read64(replies, reply * SPACING, state.scratch);
        replyFree.offer(reply);
    }

    @Override
    public int serve() {
        int frame = requestPost.poll();
        if (frame < 0) {
            return 0;
        }
        ThreadState state = target;
        long number = Lines.read64(requests, frame * SPACING, state.scratch);
        int reply = take(state, replyFree);
        Lines.write64(replies, reply * SPACING, number);
        replyPost.offer(reply);
        requestFree.offer(frame);
        refill(state, replyFree, replies);
        return 1;
    }

    private static int take(ThreadState state, IndexRing free) {
        if (state.handCount > 0) {
            return state.hand[HAND + --state.handCount];
        }
        int frame;
        do {
            frame = free.poll();
        } while (frame < 0);
        return frame;
    }

    private static void refill(ThreadState state, IndexRing free, MemorySegment memory) {
        int frame = free.poll();
        if (frame < 0) {
            return;
        }
        state.hand[HAND + state.handCount++] = frame;
        // Brings the line into the cache before the frame is needed.
        Lines.WORD.set(memory, frame * SPACING, 0L);
    }
}
