package dev.spine.extension.interfaces.host;

import static dev.spine.extension.interfaces.UNetProtocol.BUFFERS;
import static dev.spine.extension.interfaces.UNetProtocol.BUFFER_BYTES;
import static dev.spine.extension.interfaces.UNetProtocol.CHANNELS;
import static dev.spine.extension.interfaces.UNetProtocol.DESCRIPTOR_BYTES;
import static dev.spine.extension.interfaces.UNetProtocol.INLINE_BYTES;
import static dev.spine.extension.interfaces.UNetProtocol.INLINE_OFFSET;
import static dev.spine.extension.interfaces.UNetProtocol.RING;

import dev.spine.extension.host.library.InterfaceException;
import dev.spine.extension.interfaces.UNetProtocol;
import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * An application's endpoint: its segment with the user's buffers and the queues, which the card looks at by DMA. Sending, receiving and
 * giving buffers are accesses to that memory and nothing else; only when the card has said that it does not look any more does a send ring
 * the doorbell, a message of the host. Used by one thread at a time, any but the host's agent.
 */
public final class UNetEndpoint implements AutoCloseable {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);
    private static final VarHandle WORDS = WORD.varHandle();

    private final UNetNode node;
    private final int number;
    private final Region region;
    private final MemorySegment memory;
    private final long grant;
    private final int buffers;
    private int sendTail;
    private int freeTail;
    private int receiveHead;
    private int rungFor;
    private boolean revoked;
    private long doorbells;

    UNetEndpoint(UNetNode node, int number, Region region, long grant) {
        this.node = node;
        this.number = number;
        this.region = region;
        this.memory = region.memory();
        this.grant = grant;
        this.buffers = (int) ((region.length() - BUFFERS) / BUFFER_BYTES);
    }

    /** {@return its number on its card} */
    public int number() {
        return number;
    }

    /** {@return how many buffers of 4096 bytes it has} */
    public int buffers() {
        return buffers;
    }

    /**
     * {@return the whole segment; what is written to it can harm this endpoint only}
     */
    public MemorySegment segment() {
        return memory;
    }

    private static int offset(int buffer) {
        return BUFFERS + buffer * BUFFER_BYTES;
    }

    /**
     * {@return a buffer of the user's}
     *
     * @param buffer 0 to {@link #buffers} - 1
     */
    public MemorySegment buffer(int buffer) {
        return memory.asSlice(offset(buffer), BUFFER_BYTES);
    }

    /**
     * Binds a channel to an endpoint of a node, by the card: what is sent on the channel goes there, and what comes from there comes on it.
     *
     * @param channel 0 to 63, not bound yet
     * @param to the node
     * @param endpoint its number there
     * @throws InterfaceException when channel or endpoint is bound already, or there is no such node
     */
    public void bind(int channel, int to, int endpoint) {
        node.bind(this, channel, to, endpoint);
    }

    private int get(int at) {
        return (int) WORDS.getAcquire(memory, (long) at);
    }

    // --- the user's path

    /** {@return how many messages the card has taken; the buffers of as many posts, in their order, are the user's again} */
    public int sent() {
        return get(UNetProtocol.SEND_HEAD);
    }

    /** {@return how many messages were posted} */
    public int posted() {
        return sendTail;
    }

    /**
     * Posts a message of at most 40 bytes.
     *
     * @param channel 0 to 63
     * @param data where it is; it can be used again at once
     * @return false when the send queue is full: come again
     * @throws IllegalArgumentException when it is longer
     */
    public boolean post(int channel, MemorySegment data) {
        if (data.byteSize() > INLINE_BYTES) {
            throw new IllegalArgumentException("a message of more than " + INLINE_BYTES + " bytes is posted from a buffer of the segment");
        }
        if (isFull(channel)) {
            return false;
        }
        int at = descriptor(channel, (int) data.byteSize(), 0);
        MemorySegment.copy(data, 0, memory, at + (long) INLINE_OFFSET, data.byteSize());
        announce();
        return true;
    }

    /**
     * Posts a message from a buffer of the segment, which is the card's until {@link #sent} has counted it.
     *
     * @param channel 0 to 63
     * @param buffer 0 to {@link #buffers} - 1
     * @param bytes 0 to 4096
     * @return false when the send queue is full: come again
     */
    public boolean post(int channel, int buffer, int bytes) {
        if (buffer < 0 || buffer >= buffers || bytes < 0 || bytes > BUFFER_BYTES) {
            throw new IllegalArgumentException("a message has at most " + BUFFER_BYTES + " bytes of a buffer of 0 to " + (buffers - 1));
        }
        if (isFull(channel)) {
            return false;
        }
        int at = descriptor(channel, bytes, offset(buffer));
        if (bytes <= INLINE_BYTES) {
            MemorySegment.copy(memory, offset(buffer), memory, at + (long) INLINE_OFFSET, bytes);
        }
        announce();
        return true;
    }

    private boolean isFull(int channel) {
        if (channel < 0 || channel >= CHANNELS) {
            throw new IllegalArgumentException("a channel is 0 to " + (CHANNELS - 1) + ", not " + channel);
        }
        return sendTail - sent() >= RING;
    }

    private int descriptor(int channel, int bytes, int offset) {
        int at = UNetProtocol.SEND_RING + (sendTail & RING - 1) * DESCRIPTOR_BYTES;
        memory.set(WORD, at, channel);
        memory.set(WORD, at + 4L, bytes);
        memory.set(WORD, at + 8L, offset);
        return at;
    }

    private void announce() {
        WORDS.setRelease(memory, (long) UNetProtocol.SEND_TAIL, ++sendTail);
        // The card says that it sleeps, then looks once more; so either it sees this post, or this sees that it sleeps.
        VarHandle.fullFence();
        // Who was woken and has not taken that post yet needs no second doorbell.
        if (get(UNetProtocol.IDLE) != 0 && sent() - rungFor >= 0) {
            doorbells++;
            rungFor = sendTail;
            node.ring(this);
        }
    }

    /**
     * Gives a buffer for messages of more than 40 bytes to come.
     *
     * @param buffer 0 to {@link #buffers} - 1
     * @return false when the free queue is full
     */
    public boolean give(int buffer) {
        if (buffer < 0 || buffer >= buffers) {
            throw new IllegalArgumentException("a buffer is 0 to " + (buffers - 1) + ", not " + buffer);
        }
        if (freeTail - get(UNetProtocol.FREE_HEAD) >= RING) {
            return false;
        }
        memory.set(WORD, UNetProtocol.FREE_RING + (freeTail & RING - 1) * (long) Integer.BYTES, offset(buffer));
        WORDS.setRelease(memory, (long) UNetProtocol.FREE_TAIL, ++freeTail);
        return true;
    }

    /**
     * Takes the oldest message from the receive queue.
     *
     * @param into is told of it; what it held before is given up
     * @return false when there is none
     */
    public boolean receive(UNetMessage into) {
        // The place of the message before is the card's from now on.
        WORDS.setRelease(memory, (long) UNetProtocol.RECEIVE_HEAD, receiveHead);
        if (get(UNetProtocol.RECEIVE_TAIL) == receiveHead) {
            return false;
        }
        long at = UNetProtocol.RECEIVE_RING + (receiveHead++ & RING - 1) * (long) DESCRIPTOR_BYTES;
        int bytes = memory.get(WORD, at + 4);
        int place = memory.get(WORD, at + 8);
        boolean isLong = bytes > INLINE_BYTES;
        into.set(memory.get(WORD, at), bytes, isLong ? (place - BUFFERS) / BUFFER_BYTES : -1,
            memory.asSlice(isLong ? place : at + INLINE_OFFSET, bytes));
        return true;
    }

    /** {@return messages to this endpoint that were dropped: the receive queue was full, or no buffer was free} */
    public int dropped() {
        return get(UNetProtocol.DROPPED);
    }

    /** {@return descriptors and indices that the card has found wrong} */
    public int wrong() {
        return get(UNetProtocol.WRONG);
    }

    /** {@return messages of this endpoint that came back, as their node is gone} */
    public int cameBack() {
        return get(UNetProtocol.CAME_BACK);
    }

    /** {@return how often a send had to ring the doorbell} */
    public long doorbells() {
        return doorbells;
    }

    // --- the end

    /** Takes the segment back from the card at once; afterwards nothing of it changes any more. The endpoint is of no more use. */
    public void revoke() {
        if (!revoked) {
            revoked = true;
            node.revoke(grant);
        }
    }

    /** Takes the segment back and ends the endpoint on the card; its number is free afterwards, and its memory gone. */
    @Override
    public void close() {
        revoke();
        node.close(this, region);
    }
}
