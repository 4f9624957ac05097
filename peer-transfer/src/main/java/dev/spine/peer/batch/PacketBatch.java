package dev.spine.peer.batch;

import dev.spine.i2o.unit.Delivery;
import dev.spine.iop.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * The packets of one message, from the first that joins to the device's last reply. Preallocated, used again and again. The IOP's agent.
 */
public final class PacketBatch {
    private final int index;
    private final @Nullable Packet[] packets;
    private int count;
    private int left;
    private int number;
    private boolean sent;
    /** The TID from which the device's replies come, while it is sent. */
    private int replier;
    private long deadlineNs;

    PacketBatch(int index, int capacity) {
        this.index = index;
        this.packets = new Packet[capacity];
    }

    /** {@return its place in its window} */
    public int index() {
        return index;
    }

    /** {@return how many packets have joined} */
    public int count() {
        return count;
    }

    /** {@return how many packets no reply has named} */
    public int left() {
        return left;
    }

    /** {@return whether no further packet can join} */
    public boolean isFull() {
        return count == packets.length;
    }

    /**
     * {@return a packet, or null when a reply has named it}
     *
     * @param number of the packet, in the order in which they joined
     */
    public @Nullable Packet packet(int number) {
        return packets[number];
    }

    /** {@return what the device returns, by which an answer is known: number of the message [31:8], index [7:0]} */
    public int cookie() {
        return number << 8 | index;
    }

    /**
     * Adds a packet; its number is the count before.
     *
     * @param packet the batch's until it is released
     */
    public void add(Packet packet) {
        packets[count++] = packet;
        left++;
    }

    /**
     * Gives one packet back to its wire.
     *
     * @param number of the packet, as the device says it: any number
     * @param delivery of the card's agent
     * @return false when it was named before, or never was
     */
    public boolean release(int number, Delivery delivery) {
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
        return released;
    }

    /** Whether the message is at the device. */
    boolean isSent() {
        return sent;
    }

    /** Whether the message is at the device whose replies come from that TID. */
    boolean isSentTo(int sender) {
        return sent && replier == sender;
    }

    /** It is about to be written. */
    void number(int message) {
        number = message;
    }

    void sent(int repliesFrom) {
        sent = true;
        replier = repliesFrom;
    }

    /** Until when it may wait for a frame, or for the answer. */
    long deadlineNs() {
        return deadlineNs;
    }

    void deadlineNs(long timeNs) {
        deadlineNs = timeNs;
    }
}
