package dev.spine.extension.runtime;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketPort;
import org.jspecify.annotations.Nullable;

/**
 * What one extension instance holds of the card's memory at one time: a packet or a piece of the instance's own memory, with the buffer
 * through which the extension sees it.
 *
 * <p>Held by the activation, by {@code keep()}, and by each transfer that reads from it; when the last holder lets go, the memory returns.
 * Preallocated per instance. Belongs to the card's agent.
 */
final class Lease {
    private final Holdings holdings;
    private final Buffer buffer;
    private int holders;
    private @Nullable Packet packet;
    private CardMemory.@Nullable Block block;

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

    /** Lets one holder go; the buffer is emptied by whoever ends the extension's view of it. */
    void letGo() {
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
