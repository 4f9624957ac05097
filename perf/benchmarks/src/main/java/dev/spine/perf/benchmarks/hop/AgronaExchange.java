package dev.spine.perf.benchmarks.hop;

import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** Agrona ring buffers: messages are written into the ring and read where they lie. One thread at a time. */
public final class AgronaExchange implements HopVariant, RateVariant {
    private static final int CAPACITY = 64 * 1024;
    private static final int TYPE = 1;
    private static final int BYTES = 64;

    private final RingBuffer requests;
    private final RingBuffer replies;
    private final int senders;
    private final ThreadState initiator = new ThreadState();
    private final ThreadState target = new ThreadState();
    private final MessageHandler readReply = (type, buffer, index, length) -> read(initiator, buffer, index);
    private final MessageHandler readRequest = (type, buffer, index, length) -> read(target, buffer, index);

    /**
     * Makes the rings.
     *
     * @param options one sender, or several on a many-to-one ring
     */
    public AgronaExchange(HopOptions options) {
        senders = options.senders();
        requests = ring(senders);
        replies = ring(1);
    }

    private static RingBuffer ring(int senders) {
        UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(CAPACITY + RingBufferDescriptor.TRAILER_LENGTH));
        return senders == 1 ? new OneToOneRingBuffer(buffer) : new ManyToOneRingBuffer(buffer);
    }

    private static void read(ThreadState state, DirectBuffer buffer, int index) {
        for (int i = 0; i < BYTES; i += Long.BYTES) {
            state.scratch[16 + i / Long.BYTES] = buffer.getLong(index + i);
        }
        state.seen = state.scratch[16];
    }

    private static boolean write(RingBuffer ring, long first) {
        int index = ring.tryClaim(TYPE, BYTES);
        if (index < 0) {
            return false;
        }
        AtomicBuffer buffer = ring.buffer();
        for (int i = 0; i < BYTES; i += Long.BYTES) {
            buffer.putLong(index + i, first + i);
        }
        ring.commit(index);
        return true;
    }

    @Override
    public void exchange() {
        while (!write(requests, ++initiator.position)) {
            Thread.onSpinWait();
        }
        while (replies.read(readReply, 1) == 0) {
            // Spin.
        }
    }

    @Override
    public int serve() {
        if (requests.read(readRequest, 1) == 0) {
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
        return requests.read(readRequest, limit);
    }

    @Override
    public void stop() {
        // The buffers are collected.
    }
}
