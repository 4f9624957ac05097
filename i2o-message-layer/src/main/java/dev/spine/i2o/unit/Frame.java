package dev.spine.i2o.unit;

import java.lang.foreign.MemorySegment;

/**
 * One message frame: a slot of the target's memory that a sender may write while it is granted to it.
 *
 * <p>Preallocated by {@link QueuePair}; the object never changes, so all threads may read it. What state the slot is in is known by
 * the two sides of its queue pair, each in its own memory.
 */
public final class Frame {
    private final QueuePair queuePair;
    private final int index;
    private final int address;
    private final MemorySegment memory;
    private final long offset;
    private final int slotBytes;

    Frame(QueuePair queuePair, int index, int address, MemorySegment memory, long offset, int slotBytes) {
        this.queuePair = queuePair;
        this.index = index;
        this.address = address;
        this.memory = memory;
        this.offset = offset;
        this.slotBytes = slotBytes;
    }

    /** {@return the queue pair whose target owns this frame; a frame is freed to this queue pair} */
    public QueuePair queuePair() {
        return queuePair;
    }

    /** {@return the position within its queue pair, from 0} */
    public int index() {
        return index;
    }

    /** {@return the MFA: for inbound frames the byte offset from the IOP's frame window, for outbound frames the bus address} */
    public int address() {
        return address;
    }

    /** {@return the memory that holds the slot} */
    public MemorySegment memory() {
        return memory;
    }

    /** {@return the byte offset of the slot in {@link #memory()}} */
    public long offset() {
        return offset;
    }

    /** {@return the bytes of the slot; a message is never longer} */
    public int slotBytes() {
        return slotBytes;
    }

    @Override
    public String toString() {
        return "frame 0x" + Integer.toHexString(address) + " of " + queuePair.name();
    }
}
