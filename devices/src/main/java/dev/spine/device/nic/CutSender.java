package dev.spine.device.nic;

import dev.spine.iop.packet.Offload;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Sends a packet with which work is left to be done over a wire that carries complete frames only: keeps the packet and sends part after
 * part, as the wire takes them. One packet at a time; belongs to the card's agent. Its memory is taken with the first such packet.
 */
final class CutSender {
    private final Transmitter transmitter;
    private final int maxPacketBytes;
    private final PacketCutter cutter = new PacketCutter();
    private MemorySegment whole = MemorySegment.NULL;
    private MemorySegment part = MemorySegment.NULL;
    private int partBytes;

    CutSender(Transmitter transmitter, int maxPacketBytes) {
        this.transmitter = transmitter;
        this.maxPacketBytes = maxPacketBytes;
    }

    /** Takes a copy of a packet; false when its word does not fit it, or its parts do not fit the wire. Nothing is left of another. */
    boolean take(MemorySegment from, long offset, int length, long word) {
        if (whole.byteSize() == 0) {
            whole = Arena.ofAuto().allocate(Offload.MAX_BYTES);
            part = Arena.ofAuto().allocate(maxPacketBytes);
        }
        MemorySegment.copy(from, offset, whole, 0, length);
        if (!cutter.begin(whole, 0, length, word) || cutter.nextBytes() > maxPacketBytes) {
            cutter.drop();
            return false;
        }
        return true;
    }

    boolean isBusy() {
        return partBytes > 0 || cutter.isBusy();
    }

    /** Sends what the wire takes; whether all has left. */
    boolean send() {
        while (isBusy()) {
            if (partBytes == 0) {
                partBytes = cutter.next(part, 0);
            }
            if (!transmitter.hand(part, 0, partBytes)) {
                return false;
            }
            partBytes = 0;
        }
        return true;
    }

    /** Forgets what is left; whether there was anything. */
    boolean drop() {
        boolean wasBusy = isBusy();
        partBytes = 0;
        cutter.drop();
        return wasBusy;
    }
}
