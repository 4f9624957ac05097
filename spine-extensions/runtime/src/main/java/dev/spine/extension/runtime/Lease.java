package dev.spine.extension.runtime;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Offload;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.runtime.memory.CardMemory;
import dev.spine.extension.runtime.network.OutgoingData;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketPort;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * What one extension instance holds of the card's memory at one time: a packet, a piece of the instance's own memory, or a part of what
 * another lease holds, with the buffer through which the extension sees it.
 *
 * <p>Held by the activation, by {@code keep()}, by each transfer that uses it, and by the parts that were made of it; when the last holder
 * lets go, the memory returns. Preallocated per instance. Belongs to the card's agent. It is also how the network sees data that leave.
 */
final class Lease implements OutgoingData {
    /** How an instance has come by it. */
    enum Origin {
        /** A packet, or memory of its own. */
        WHOLE,
        /** Made narrower: it can be given on, and taken back. */
        PART,
        /** Lent for one call of a service: it cannot be kept. */
        LENT
    }

    private final Holdings holdings;
    private Buffer buffer;
    private int holders;
    /** Messages to peers whose data are read from it. */
    private int loans;
    /** What this shares the memory of: a buffer that two versions of an extension see has two leases. */
    private @Nullable Lease base;
    private Origin origin = Origin.WHOLE;
    /** Of a lease that nothing uses: any packet that it had, as writing a reference costs more than leaving it. */
    private @Nullable Packet packet;
    private CardMemory.@Nullable Block block;
    /** What a part was made of, and where it begins there. */
    private @Nullable Lease whole;
    private int partStart;
    private @Nullable Lease firstPart;
    private @Nullable Lease nextPart;
    private @Nullable Lease previousPart;
    private int revokedHandler;
    private int revokedNumber;

    Lease(Holdings holdings) {
        this.holdings = holdings;
        this.buffer = RuntimeAccess.newBuffer(holdings);
    }

    Buffer buffer() {
        return buffer;
    }

    Origin origin() {
        return origin;
    }

    /** {@return this; an exception says so when it may be used only until a call ends} */
    Lease beyondCall() {
        if (origin == Origin.LENT) {
            throw new IllegalArgumentException("this buffer is lent for a call: what goes on after the call needs one that was delegated");
        }
        Lease of = base != null ? base : whole;
        if (of != null) {
            of.beyondCall();
        }
        return this;
    }

    void take(Packet taken) {
        packet = taken;
        begin(Origin.WHOLE);
        RuntimeAccess.point(buffer, taken.memory(), taken.offset(), taken.length(), taken.address(), false, this);
    }

    void take(CardMemory.Block taken, boolean writable) {
        packet = null;
        block = taken;
        begin(Origin.WHOLE);
        RuntimeAccess.point(buffer, taken.memory(), taken.offset(), taken.length(), taken.address(), writable, this);
    }

    /** Points to the memory of another lease, for as long as this one is held. */
    void share(Lease other) {
        other.hold();
        base = other;
        packet = other.packet;
        block = other.block;
        begin(other.origin);
        point();
    }

    /** Shows the whole of the packet or block again, whatever has been released meanwhile. */
    void point() {
        Packet held = packet;
        CardMemory.Block memory = block;
        if (held != null) {
            RuntimeAccess.point(buffer, held.memory(), held.offset(), held.length(), held.address(), false, this);
        } else if (memory != null) {
            RuntimeAccess.point(buffer, memory.memory(), memory.offset(), memory.length(), memory.address(), true, this);
        } else if (base != null && base.buffer.length() > 0) {
            RuntimeAccess.narrow(buffer, base.buffer, 0, base.buffer.length(), true, this);
        }
    }

    /**
     * Takes over the buffer of a lease that shares this one's memory; what sees it sees it as before. The other lease is left with a buffer
     * that is empty, and with one holder less.
     */
    void adopt(Lease share) {
        Buffer old = buffer;
        RuntimeAccess.empty(old);
        buffer = share.buffer;
        RuntimeAccess.setOrigin(buffer, this);
        share.buffer = old;
        share.handParts(this);
        share.release();
    }

    /** What was made of this was made of another lease of the same memory from now on. */
    private void handParts(Lease to) {
        for (Lease part = firstPart; part != null; part = firstPart) {
            firstPart = part.nextPart;
            part.whole = to;
            part.previousPart = null;
            part.nextPart = to.firstPart;
            if (part.nextPart != null) {
                part.nextPart.previousPart = part;
            }
            to.firstPart = part;
            to.hold();
            release();
        }
    }

    /** {@return a copy of what it holds: of a block, which its extension may write; nothing of a packet} */
    byte @Nullable [] bytes() {
        CardMemory.Block memory = block;
        return memory == null ? null : memory.memory().asSlice(memory.offset(), memory.length()).toArray(ValueLayout.JAVA_BYTE);
    }

    /** Puts a copy back. */
    void bytes(byte[] copy) {
        CardMemory.Block memory = block;
        if (memory != null) {
            MemorySegment.copy(copy, 0, memory.memory(), ValueLayout.JAVA_BYTE, memory.offset(), copy.length);
        }
    }

    /** {@return what this shares the memory of, or null} */
    @Nullable Lease base() {
        return base;
    }

    boolean isKept() {
        return isInUse() && RuntimeAccess.isKept(buffer);
    }

    /** Takes a part of another lease, whose buffer is not empty and has these bytes. */
    void take(Lease of, int offset, int bytes, boolean writable, Origin how) {
        begin(how);
        packet = null;
        whole = of;
        partStart = offset;
        of.hold();
        nextPart = of.firstPart;
        if (nextPart != null) {
            nextPart.previousPart = this;
        }
        of.firstPart = this;
        of.holdings.partLent(holdings);
        RuntimeAccess.narrow(buffer, of.buffer, offset, bytes, writable, this);
    }

    private void begin(Origin how) {
        if (origin != how) {
            origin = how;
        }
        holders = 1;
    }

    void hold() {
        holders++;
    }

    // --- data of messages

    @Override
    public MemorySegment memory() {
        Lease of = base != null ? base : whole;
        if (of != null) {
            return of.memory();
        }
        Packet held = packet;
        CardMemory.Block piece = block;
        return held != null ? held.memory() : piece != null ? piece.memory() : MemorySegment.NULL;
    }

    @Override
    public long start() {
        Lease of = base != null ? base : whole;
        if (of != null) {
            return of.start() + (base != null ? 0 : partStart);
        }
        Packet held = packet;
        CardMemory.Block piece = block;
        return held != null ? held.offset() : piece != null ? piece.offset() : 0;
    }

    /** {@return the bus address of its first byte} */
    long address() {
        Lease of = base != null ? base : whole;
        if (of != null) {
            return of.address() + (base != null ? 0 : partStart);
        }
        Packet held = packet;
        CardMemory.Block piece = block;
        return held != null ? held.address() : piece != null ? piece.address() : -1;
    }

    /** {@return the memory of the card that it is a piece of, or null when it is a packet or a part} */
    CardMemory.@Nullable Block block() {
        return block;
    }

    /** {@return whether a peer may read from it} */
    boolean isLent() {
        Lease of = base != null ? base : whole;
        return loans > 0 || of != null && of.isLent();
    }

    /** A peer reads from it: the instance does not leave the card before that has ended. */
    void lend() {
        loans++;
        hold();
        holdings.operationStarted(0);
    }

    void endLoan() {
        loans--;
        holdings.operationEnded();
        release();
        holdings.parts().finishDraining();
    }

    void put(MemorySegment from, long offset, int at, int bytes) {
        CardMemory.Block piece = block;
        if (piece != null) {
            MemorySegment.copy(from, offset, piece.memory(), piece.offset() + at, bytes);
        }
    }

    /** Lets one holder go; the buffer is emptied by whoever ends the extension's view of it. */
    @Override
    public void release() {
        if (--holders > 0) {
            return;
        }
        if (buffer.length() != 0) {
            RuntimeAccess.empty(buffer);
        }
        if (isPlainPacket()) {
            returnPacket();
        } else {
            returnAll();
        }
    }

    /**
     * The activation that was given the packet in {@link Holdings#ready} is over: as {@link Holdings#endView}, in few steps when the
     * activation alone has held it, so that it is not kept and has no parts.
     */
    void endPacket(Packet taken, AgentContext agent) {
        if (holders == 1 && revokedHandler == 0) {
            holders = 0;
            RuntimeAccess.hide(buffer);
            taken.release(agent);
        } else {
            Holdings.endView(this);
            holdings.makeReady();
        }
    }

    /** Whether it is what most are: a packet of the wire, and nobody wants to know when it ends. */
    private boolean isPlainPacket() {
        return packet != null && base == null && revokedHandler == 0;
    }

    private void returnPacket() {
        Packet held = packet;
        if (held != null) {
            held.release(holdings.parts().agent());
        }
        holdings.returnLease(this);
    }

    /** Whatever holds it: the packet that it is goes home. */
    void returnPacketOfLost() {
        Packet held = packet;
        if (isInUse() && held != null && base == null && whole == null) {
            held.release(holdings.parts().agent());
        }
    }

    private void returnAll() {
        Packet held = packet;
        CardMemory.Block memory = block;
        Lease shared = base;
        Lease of = whole;
        packet = null;
        block = null;
        base = null;
        whole = null;
        int reportTo = revokedHandler;
        revokedHandler = 0;
        if (shared != null) {
            shared.release();
            holdings.shareReturned(this);
            return;
        }
        if (held != null) {
            held.release(holdings.parts().agent());
        }
        if (memory != null) {
            holdings.blockReturned(memory);
            memory.free();
        }
        holdings.returnLease(this);
        if (reportTo > 0) {
            holdings.reportRevoked(reportTo, revokedNumber);
        }
        if (of != null) {
            leave(of);
        }
    }

    private void leave(Lease of) {
        Lease next = nextPart;
        Lease previous = previousPart;
        nextPart = null;
        previousPart = null;
        if (next != null) {
            next.previousPart = previous;
        }
        if (previous != null) {
            previous.nextPart = next;
        } else {
            of.firstPart = next;
        }
        of.holdings.partReturned(holdings);
        of.release();
    }

    // --- revocation

    /** Revokes it with a report when the last of it has ended. */
    void revoke(int reportTo, int reportNumber) {
        Lease shared = base;
        if (shared != null) {
            // A version on trial means the memory: whoever else has a part of it, or sees it, has it no more.
            shared.revoke(reportTo, reportNumber);
            return;
        }
        revokedHandler = reportTo;
        revokedNumber = reportNumber;
        revoke();
    }

    /** Ends what was made of it, the view of it, and every transfer that uses it; what disks have been asked for is waited for. */
    void revoke() {
        hold();
        revokeParts();
        holdings.revokeShares(this);
        holdings.cancelTransfers(this);
        holdings.dropView(this);
        release();
    }

    /** Ends what was made of it. */
    void revokeParts() {
        Lease part = firstPart;
        if (part != null) {
            part.hold();
        }
        while (part != null) {
            part.revoke();
            // Held, so that it is still in the list.
            Lease next = part.nextPart;
            if (next != null) {
                next.hold();
            }
            part.release();
            part = next;
        }
    }

    // --- use

    /**
     * Sends bytes over the card's wire.
     *
     * @return false when the wire takes none now
     */
    boolean transmit(PacketPort port, int offset, int bytes, long offload) {
        Lease of = base != null ? base : whole;
        if (of != null) {
            return of.transmit(port, (base != null ? 0 : partStart) + offset, bytes, offload);
        }
        Packet held = packet;
        if (held != null) {
            return transmit(port, held.memory(), held.offset() + offset, bytes, offload);
        }
        CardMemory.Block memory = block;
        return memory != null && transmit(port, memory.memory(), memory.offset() + offset, bytes, offload);
    }

    private static boolean transmit(PacketPort port, MemorySegment memory, long offset, int bytes, long offload) {
        return offload == Offload.NONE ? port.transmit(memory, offset, bytes) : port.transmit(memory, offset, bytes, offload);
    }

    /** {@return what is left to be done with the packet that it is or shares; nothing with a part, which is no packet} */
    long offload() {
        Lease of = base;
        if (of != null) {
            return of.offload();
        }
        Packet held = packet;
        return held == null ? Offload.NONE : held.offload();
    }

    /** {@return whether devices, also of other cards, can read the memory: packets are, and memory that was allocated for devices} */
    boolean isReadableByDevices() {
        Lease of = base != null ? base : whole;
        return origin != Origin.LENT && (of != null ? of.isReadableByDevices() : packet != null || isForDevices());
    }

    /** {@return whether devices, also of other cards, can write the memory} */
    boolean isWritableByDevices() {
        Lease of = base != null ? base : whole;
        return origin != Origin.LENT && buffer.isWritable() && (of != null ? of.isWritableByDevices() : isForDevices());
    }

    private boolean isForDevices() {
        CardMemory.Block memory = block;
        return memory != null && memory.isForDevices();
    }

    boolean isInUse() {
        return holders > 0;
    }
}
