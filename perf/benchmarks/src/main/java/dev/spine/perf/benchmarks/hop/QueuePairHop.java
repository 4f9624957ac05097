package dev.spine.perf.benchmarks.hop;

import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.QueuePair;
import org.jspecify.annotations.Nullable;

/** A request and its reply over two queue pairs of the messaging unit, without agents and dispatch. */
public final class QueuePairHop implements HopVariant {
    private static final int FRAMES = 32;

    private final QueuePair requests;
    private final QueuePair replies;
    private final ThreadState initiator = new ThreadState();
    private final ThreadState target = new ThreadState();

    /**
     * Makes the queue pairs.
     *
     * @param options not used
     */
    public QueuePairHop(HopOptions options) {
        requests = QueuePairRate.queuePair("requests", QueuePair.Kind.REQUEST, FRAMES);
        replies = QueuePairRate.queuePair("replies", QueuePair.Kind.REPLY, FRAMES);
    }

    @Override
    public void exchange() {
        ThreadState state = initiator;
        Frame frame = take(requests);
        Lines.write64(frame.memory(), frame.offset(), ++state.position);
        requests.post(Delivery.DIRECT, frame);
        Frame reply;
        do {
            reply = replies.poll();
        } while (reply == null);
        state.seen += Lines.read64(reply.memory(), reply.offset(), state.scratch);
        replies.free(Delivery.DIRECT, reply);
    }

    @Override
    public int serve() {
        Frame frame = requests.poll();
        if (frame == null) {
            return 0;
        }
        ThreadState state = target;
        long number = Lines.read64(frame.memory(), frame.offset(), state.scratch);
        Frame reply = take(replies);
        Lines.write64(reply.memory(), reply.offset(), number);
        replies.post(Delivery.DIRECT, reply);
        requests.free(Delivery.DIRECT, frame);
        return 1;
    }

    private static Frame take(QueuePair queuePair) {
        @Nullable Frame frame;
        do {
            frame = queuePair.take();
        } while (frame == null);
        return frame;
    }
}
