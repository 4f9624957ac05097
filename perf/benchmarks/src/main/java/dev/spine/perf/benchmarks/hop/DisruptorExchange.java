package dev.spine.perf.benchmarks.hop;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;

/** Disruptor with event pollers; a message is an event of eight words. One thread at a time. */
public final class DisruptorExchange implements HopVariant, RateVariant {
    private static final int CAPACITY = 1024;

    /** An event. */
    static final class Words {
        final long[] words = new long[8];
    }

    private final RingBuffer<Words> requests;
    private final RingBuffer<Words> replies = RingBuffer.createSingleProducer(Words::new, CAPACITY, new BusySpinWaitStrategy());
    private final EventPoller<Words> requestsRead;
    private final EventPoller<Words> repliesRead = replies.newPoller();
    private final int senders;
    private final ThreadState initiator = new ThreadState();
    private final ThreadState target = new ThreadState();
    private final EventPoller.Handler<Words> readReply = (event, sequence, endOfBatch) -> read(initiator, event);
    private final EventPoller.Handler<Words> readRequest = (event, sequence, endOfBatch) -> read(target, event);

    /**
     * Makes the rings.
     *
     * @param options one sender or several
     */
    public DisruptorExchange(HopOptions options) {
        senders = options.senders();
        requests = senders == 1 ? RingBuffer.createSingleProducer(Words::new, CAPACITY, new BusySpinWaitStrategy())
            : RingBuffer.createMultiProducer(Words::new, CAPACITY, new BusySpinWaitStrategy());
        requestsRead = requests.newPoller();
        requests.addGatingSequences(requestsRead.getSequence());
        replies.addGatingSequences(repliesRead.getSequence());
    }

    /** Returns whether the poller may go on in its batch. */
    private static boolean read(ThreadState state, Words event) {
        System.arraycopy(event.words, 0, state.scratch, 16, 8);
        state.seen = state.scratch[16];
        return --state.handCount > 0;
    }

    private static boolean write(RingBuffer<Words> ring, long first) {
        if (!ring.hasAvailableCapacity(1)) {
            return false;
        }
        long sequence;
        try {
            sequence = ring.tryNext();
        } catch (InsufficientCapacityException e) {
            return false;
        }
        long[] words = ring.get(sequence).words;
        for (int i = 0; i < words.length; i++) {
            words[i] = first + i;
        }
        ring.publish(sequence);
        return true;
    }

    private static int poll(EventPoller<Words> poller, EventPoller.Handler<Words> handler, ThreadState state, int limit) {
        state.handCount = limit;
        try {
            poller.poll(handler);
        } catch (Exception e) {
            throw new IllegalStateException("a handler that throws nothing threw", e);
        }
        return limit - state.handCount;
    }

    @Override
    public void exchange() {
        while (!write(requests, ++initiator.position)) {
            Thread.onSpinWait();
        }
        while (poll(repliesRead, readReply, initiator, 1) == 0) {
            // Spin.
        }
    }

    @Override
    public int serve() {
        if (poll(requestsRead, readRequest, target, 1) == 0) {
            return 0;
        }
        while (!write(replies, target.seen)) {
            Thread.onSpinWait();
        }
        return 1;
    }

    @Override
    public int send(int limit) {
        int all = limit * senders;
        for (int sent = 0; sent < all; sent++) {
            if (!write(requests, sent)) {
                return sent;
            }
        }
        return all;
    }

    @Override
    public int receive(int limit) {
        return poll(requestsRead, readRequest, target, limit);
    }

    @Override
    public void stop() {
        // Nothing to give back.
    }
}
