package dev.spine.peer.bridge;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.LanPacketSend;
import dev.spine.i2o.message.TransmitControl;
import dev.spine.i2o.sgl.SglWriter;
import dev.spine.i2o.unit.Delivery;
import dev.spine.iop.kernel.MessageRoute;
import dev.spine.iop.packet.Packet;
import org.jspecify.annotations.Nullable;

/** The packets of one message, from the first that joins to the other port's last reply. Preallocated, used again and again. */
final class BridgeBatch {
    private final int index;
    private final @Nullable Packet[] packets;
    private int count;
    private int left;
    private int generation;
    private boolean sent;
    private long deadlineNs;

    BridgeBatch(int index, int capacity) {
        this.index = index;
        this.packets = new Packet[capacity];
    }

    int count() {
        return count;
    }

    /** Packets that no reply has named. */
    int left() {
        return left;
    }

    /** Whether the message is at the other port. */
    boolean isSent() {
        return sent;
    }

    /** Until when it may wait for a frame, or for the answer. */
    long deadlineNs() {
        return deadlineNs;
    }

    void deadlineNs(long timeNs) {
        deadlineNs = timeNs;
    }

    /** The initiator context, by which an answer is known: generation [31:8], index [7:0]. */
    int cookie() {
        return generation << 8 | index;
    }

    void add(Packet packet) {
        packets[count++] = packet;
        left++;
    }

    /** Writes the message into a frame with room for all; the caller posts it. A packet's context is its number in the batch. */
    void write(SglWriter sgl, MessageFrame frame, MessageRoute route) {
        LanPacketSend.begin(frame, route.initiator(), route.target(), cookie(), TransmitControl.REPLY_AT_ONCE);
        sgl.begin(frame, MessageFrame.HEADER_WORDS);
        for (int i = 0; i < count; i++) {
            Packet packet = packets[i];
            if (packet != null) {
                sgl.from(i, (int) packet.address(), packet.length());
                sgl.endBuffer();
            }
        }
        sgl.finish();
        sent = true;
    }

    /** Gives one packet back to its wire; false: it was named before, or never was. */
    boolean release(int number, Delivery delivery) {
        Packet packet = number >= 0 && number < count ? packets[number] : null;
        if (packet == null) {
            return false;
        }
        packets[number] = null;
        left--;
        packet.release(delivery);
        return true;
    }

    /** Gives all packets back that are left, and forgets the message: later answers to it are no longer known. */
    int end(Delivery delivery) {
        int released = left;
        for (int i = 0; i < count && left > 0; i++) {
            release(i, delivery);
        }
        count = 0;
        sent = false;
        generation = generation + 1 & 0xFF_FFFF;
        return released;
    }
}
