package dev.spine.extension.runtime;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.runtime.network.MessageSink;
import dev.spine.extension.runtime.network.OutgoingData;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketPort;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * What one extension instance holds of the card's memory at one time: a packet or a piece of the instance's own memory, with the buffer
 * through which the extension sees it.
 *
 * <p>Held by the activation, by {@code keep()}, and by each transfer that reads from it; when the last holder lets go, the memory returns.
 * Preallocated per instance. Belongs to the card's agent. It is also how the network sees data that leave or arrive.
 */
final class Lease implements OutgoingData, MessageSink.Arriving {
    private final Holdings holdings;
    private final Buffer buffer;
    private int holders;
    private @Nullable Packet packet;
    private CardMemory.@Nullable Block block;
    /** Where the message will wait whose data arrive here. */
    private @Nullable MessageSlot reserved;

    Lease(Holdings holdings) {
        this.holdings = holdings;
        this.buffer = RuntimeAccess.newBuffer(holdings);
    }

    Buffer buffer() {
        return buffer;
    }

    void take(Packet taken) {
        packet = taken;
        holders = 1;
        RuntimeAccess.point(buffer, taken.memory(), taken.offset(), taken.length(), taken.address(), false, this);
    }

    void take(CardMemory.Block taken, boolean writable) {
        block = taken;
        holders = 1;
        RuntimeAccess.point(buffer, taken.memory(), taken.offset(), taken.length(), taken.address(), writable, this);
    }

    void hold() {
        holders++;
    }

    // --- data of messages

    @Override
    public MemorySegment memory() {
        Packet held = packet;
        CardMemory.Block piece = block;
        return held != null ? held.memory() : piece != null ? piece.memory() : MemorySegment.NULL;
    }

    @Override
    public long start() {
        Packet held = packet;
        CardMemory.Block piece = block;
        return held != null ? held.offset() : piece != null ? piece.offset() : 0;
    }

    /** {@return the bus address of its first byte} */
    long address() {
        Packet held = packet;
        CardMemory.Block piece = block;
        return held != null ? held.address() : piece != null ? piece.address() : -1;
    }

    /** {@return the memory of the card that it is a piece of, or null when it is a packet} */
    CardMemory.@Nullable Block block() {
        return block;
    }

    /** A peer reads from it: the instance does not leave the card before that has ended. */
    void lend() {
        hold();
        holdings.operationStarted(0);
    }

    void endLoan() {
        holdings.operationEnded();
        letGo();
        holdings.runtime().finishDraining();
    }

    void reserve(MessageSlot slot) {
        reserved = slot;
    }

    /** {@return the slot that was reserved, now the caller's} */
    @Nullable MessageSlot takeReserved() {
        MessageSlot slot = reserved;
        reserved = null;
        return slot;
    }

    @Override
    public void put(MemorySegment from, long offset, int at, int bytes) {
        CardMemory.Block piece = block;
        if (piece != null) {
            MemorySegment.copy(from, offset, piece.memory(), piece.offset() + at, bytes);
        }
    }

    @Override
    public void cancel() {
        MessageSlot slot = takeReserved();
        if (slot != null) {
            holdings.runtime().dispatcher().queues().giveBack(slot);
        }
        letGo();
    }

    /** Lets one holder go; the buffer is emptied by whoever ends the extension's view of it. */
    @Override
    public void letGo() {
        if (--holders > 0) {
            return;
        }
        if (buffer.length() != 0) {
            RuntimeAccess.empty(buffer);
        }
        Packet held = packet;
        CardMemory.Block memory = block;
        packet = null;
        block = null;
        if (held != null) {
            holdings.runtime().release(held);
        }
        if (memory != null) {
            memory.free();
            holdings.blockReturned(memory);
        }
        holdings.returnLease(this);
    }

    /**
     * Sends bytes over the card's wire.
     *
     * @return false when the wire takes none now
     */
    boolean transmit(PacketPort port, int offset, int bytes) {
        Packet held = packet;
        if (held != null) {
            return port.transmit(held.memory(), held.offset() + offset, bytes);
        }
        CardMemory.Block memory = block;
        return memory != null && port.transmit(memory.memory(), memory.offset() + offset, bytes);
    }

    /** {@return whether devices, also of other cards, can read the memory: packets are, and memory that was allocated for devices} */
    boolean isReadableByDevices() {
        return packet != null || isWritableByDevices();
    }

    /** {@return whether devices, also of other cards, can write the memory} */
    boolean isWritableByDevices() {
        CardMemory.Block memory = block;
        return memory != null && memory.isForDevices();
    }

    boolean isInUse() {
        return holders > 0;
    }
}
