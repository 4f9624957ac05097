package dev.spine.perf.benchmarks.hop;

import dev.spine.i2o.unit.ring.IndexRing;
import java.lang.foreign.MemorySegment;

/**
 * Messages over a post list and a free list for each sender, polled in turn: what a frame queue pair does, and nothing else. One thread at
 * a time.
 */
public final class FrameRate implements RateVariant {
    private static final long SPACING = 64;
    private static final long MARGIN = 4096;
    /** Where batches lie in {@link ThreadState#hand}. */
    private static final int BATCHED = 32;

    private final IndexRing[] post;
    private final IndexRing[] free;
    private final MemorySegment[] memory;
    private final ThreadState[] senders;
    private final ThreadState receiver = new ThreadState();

    /**
     * Makes lists and frames.
     *
     * @param options how many senders
     */
    public FrameRate(HopOptions options) {
        int count = options.senders();
        post = new IndexRing[count];
        free = new IndexRing[count];
        memory = new MemorySegment[count];
        senders = new ThreadState[count];
        for (int i = 0; i < count; i++) {
            post[i] = new IndexRing(QueuePairRate.FRAMES);
            free[i] = new IndexRing(QueuePairRate.FRAMES);
            memory[i] = Lines.allocate(QueuePairRate.FRAMES * SPACING + MARGIN);
            senders[i] = new ThreadState();
            for (int frame = 0; frame < QueuePairRate.FRAMES; frame++) {
                free[i].offer(frame);
            }
        }
    }

    @Override
    public int send(int limit) {
        int sent = 0;
        for (int i = 0; i < senders.length; i++) {
            sent += sendFrom(i, limit);
        }
        return sent;
    }

    /** Takes, then writes, then posts: what lies on one line is moved together, and the line changes cores once for all of it. */
    private int sendFrom(int sender, int limit) {
        ThreadState state = senders[sender];
        int[] frames = state.hand;
        int count = 0;
        while (count < limit) {
            int frame = free[sender].poll();
            if (frame < 0) {
                break;
            }
            frames[BATCHED + count++] = frame;
        }
        for (int i = 0; i < count; i++) {
            Lines.write64(memory[sender], frames[BATCHED + i] * SPACING, ++state.position);
        }
        for (int i = 0; i < count; i++) {
            post[sender].offer(frames[BATCHED + i]);
        }
        return count;
    }

    @Override
    public int receive(int limit) {
        int received = 0;
        for (int queuePair = 0; queuePair < post.length; queuePair++) {
            received += receiveFrom(queuePair, limit);
        }
        return received;
    }

    private int receiveFrom(int queuePair, int limit) {
        int[] frames = receiver.hand;
        int count = 0;
        while (count < limit) {
            int frame = post[queuePair].poll();
            if (frame < 0) {
                break;
            }
            frames[BATCHED + count++] = frame;
        }
        for (int i = 0; i < count; i++) {
            receiver.seen += Lines.read64(memory[queuePair], frames[BATCHED + i] * SPACING, receiver.scratch);
        }
        for (int i = 0; i < count; i++) {
            free[queuePair].offer(frames[BATCHED + i]);
        }
        return count;
    }
}
