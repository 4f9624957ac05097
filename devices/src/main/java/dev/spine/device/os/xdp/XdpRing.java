package dev.spine.device.os.xdp;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A ring of a socket, in memory shared with the kernel, of which this process is one side. The methods that fill are for one thread, and so
 * are those that empty.
 */
final class XdpRing {
    /** Entries of every ring, a power of two. */
    static final int SIZE = 1024;
    /** Bytes of an entry that is the place of a frame. */
    static final int PLACE = 8;
    /** Bytes of an entry that is a packet: place, bytes, options. */
    static final int PACKET = 16;

    private static final int MASK = SIZE - 1;

    private final MemorySegment memory;
    private final long producerAt;
    private final long consumerAt;
    private final long entriesAt;
    private final int entryBytes;
    private int producer;
    private int consumer;

    /**
     * A ring.
     *
     * @param memory of it; owned
     * @param offsets where its parts are, as the kernel tells: producer, consumer, entries
     * @param entryBytes of an entry
     */
    XdpRing(MemorySegment memory, MemorySegment offsets, int entryBytes) {
        this.memory = memory;
        this.producerAt = offsets.get(ValueLayout.JAVA_LONG, 0);
        this.consumerAt = offsets.get(ValueLayout.JAVA_LONG, 8);
        this.entriesAt = offsets.get(ValueLayout.JAVA_LONG, 16);
        this.entryBytes = entryBytes;
    }

    private long entry(int index) {
        return entriesAt + (long) entryBytes * (index & MASK);
    }

    /** How many entries the kernel has filled and this side has not taken. */
    int filled() {
        return XdpCalls.ordered(memory, producerAt) - consumer;
    }

    /** How many entries the kernel has not taken yet. Any thread. */
    int untaken() {
        int taken = XdpCalls.ordered(memory, consumerAt);
        return XdpCalls.ordered(memory, producerAt) - taken;
    }

    /** Where the frame of an entry lies: the next one that was not taken is 0. */
    long place(int index) {
        return memory.get(ValueLayout.JAVA_LONG, entry(consumer + index));
    }

    /** The bytes of the packet of such an entry. */
    int bytes(int index) {
        return memory.get(ValueLayout.JAVA_INT, entry(consumer + index) + PLACE);
    }

    void taken(int count) {
        consumer += count;
        XdpCalls.publish(memory, consumerAt, consumer);
    }

    /** Fills an entry; there are never more frames than entries. */
    void put(long place) {
        memory.set(ValueLayout.JAVA_LONG, entry(producer++), place);
    }

    void put(long place, int bytes) {
        long at = entry(producer++);
        memory.set(ValueLayout.JAVA_LONG, at, place);
        memory.set(ValueLayout.JAVA_LONG, at + PLACE, bytes);
    }

    /** Lets the kernel see what was put. */
    void publish() {
        XdpCalls.publish(memory, producerAt, producer);
    }

    void close() {
        XdpCalls.unmap(memory);
    }
}
