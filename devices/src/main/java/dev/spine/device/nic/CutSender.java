package dev.spine.device.nic;

import dev.spine.iop.packet.Offload;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Sends a packet with which work is left to be done over a wire that carries complete frames only: keeps the packet and sends part after
 * part, as the wire takes them and as the card's step has time for. One packet at a time; belongs to the card's agent. Its memory is taken
 * with the first such packet.
 */
final class CutSender {
    /** The most parts in one step of the card: a packet of 64 KiB for an Ethernet has 46, so that five common ones leave at once. */
    static final int PARTS_AT_ONCE = 256;

    private final Transmitter transmitter;
    private final int maxPacketBytes;
    private final PacketCutter cutter = new PacketCutter();
    private MemorySegment whole = MemorySegment.NULL;
    private MemorySegment part = MemorySegment.NULL;
    private int partBytes;
    /** How many parts this step may still send. */
    private int left = PARTS_AT_ONCE;

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

    /** A step of the card begins. */
    void beginStep() {
        left = PARTS_AT_ONCE;
    }

    /** Sends what the wire takes and the step has time for; whether all has left. */
    boolean send() {
        send(left);
        return !isBusy();
    }

    /** Sends at most {@code limit} parts, fewer when the step has done enough or the wire takes no more; how many. */
    int send(int limit) {
        int most = Math.min(limit, left);
        int sent = 0;
        while (sent < most && isBusy()) {
            if (partBytes == 0) {
                partBytes = cutter.next(part, 0);
            }
            if (!transmitter.hand(part, 0, partBytes)) {
                break;
            }
            partBytes = 0;
            sent++;
        }
        left -= sent;
        return sent;
    }

    /** Forgets what is left; whether there was anything. */
    boolean drop() {
        boolean wasBusy = isBusy();
        partBytes = 0;
        cutter.drop();
        return wasBusy;
    }
}
