package dev.spine.perf.benchmarks.hop;

import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.QueuePair;
import java.lang.foreign.MemorySegment;

/**
 * Messages over a frame queue pair for each sender, polled in turn: taken, 64 bytes written, posted, polled, 64 bytes read, freed. One
 * thread at a time.
 */
public final class QueuePairRate implements RateVariant {
    static final int FRAMES = 128;
    private static final int FRAME_BYTES = 128;
    private static final int SPACING = 192;
    private static final int FIRST = 4096;

    private final QueuePair[] queuePairs;
    private final ThreadState[] senders;
    private final Frame[][] sent;
    private final Frame[] received = new Frame[3 * BATCH];
    private final ThreadState receiver = new ThreadState();

    /**
     * Makes the queue pairs.
     *
     * @param options how many senders
     */
    public QueuePairRate(HopOptions options) {
        queuePairs = new QueuePair[options.senders()];
        senders = new ThreadState[queuePairs.length];
        sent = new Frame[queuePairs.length][3 * BATCH];
        for (int i = 0; i < queuePairs.length; i++) {
            queuePairs[i] = queuePair("sender " + i, QueuePair.Kind.REQUEST, FRAMES);
            senders[i] = new ThreadState();
        }
    }

    static QueuePair queuePair(String name, QueuePair.Kind kind, int frames) {
        MemorySegment memory = Lines.allocate(2 * FIRST + (long) frames * SPACING);
        return new QueuePair(name, kind, memory, FIRST, FIRST, FRAME_BYTES, SPACING, frames);
    }

    @Override
    public int send(int limit) {
        int sent = 0;
        for (int i = 0; i < queuePairs.length; i++) {
            sent += sendFrom(i, limit);
        }
        return sent;
    }

    /** Takes, then writes, then posts: what lies on one line is moved together, and the line changes cores once for all of it. */
    private int sendFrom(int sender, int limit) {
        QueuePair queuePair = queuePairs[sender];
        ThreadState state = senders[sender];
        int count = 0;
        while (count < limit) {
            Frame frame = queuePair.take();
            if (frame == null) {
                break;
            }
            sent[sender][count++] = frame;
        }
        for (int i = 0; i < count; i++) {
            Frame frame = sent[sender][i];
            Lines.write64(frame.memory(), frame.offset(), ++state.position);
        }
        for (int i = 0; i < count; i++) {
            queuePair.post(Delivery.DIRECT, sent[sender][i]);
        }
        return count;
    }

    @Override
    public int receive(int limit) {
        int all = 0;
        for (QueuePair queuePair : queuePairs) {
            all += receiveFrom(queuePair, limit);
        }
        return all;
    }

    private int receiveFrom(QueuePair queuePair, int limit) {
        int count = 0;
        while (count < limit) {
            Frame frame = queuePair.poll();
            if (frame == null) {
                break;
            }
            received[count++] = frame;
        }
        for (int i = 0; i < count; i++) {
            Frame frame = received[i];
            receiver.seen += Lines.read64(frame.memory(), frame.offset(), receiver.scratch);
        }
        for (int i = 0; i < count; i++) {
            queuePair.free(Delivery.DIRECT, received[i]);
        }
        return count;
    }
}
