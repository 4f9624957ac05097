package dev.spine.extension.services.lrp;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.PacketFilter;
import org.jspecify.annotations.Nullable;

/** One socket: the packets that wait for its receiver, and how many more it takes. */
final class SocketQueue {
    private final int number;
    private final PacketFilter filter;
    private final @Nullable Buffer[] packets;
    private int first;
    private int waiting;
    private int credits;
    private int queued;
    private int given;
    private int dropped;
    private int mostWaiting;

    /**
     * An empty queue.
     *
     * @param number of the socket
     * @param filter whose packets it takes
     * @param places packets that can wait
     * @param credits packets that the receiver takes at first
     */
    SocketQueue(int number, PacketFilter filter, int places, int credits) {
        this.number = number;
        this.filter = filter;
        this.packets = new Buffer[places];
        this.credits = credits;
    }

    int number() {
        return number;
    }

    PacketFilter filter() {
        return filter;
    }

    int places() {
        return packets.length;
    }

    /** {@return whether a packet waits now; one for which there is no place is dropped and counted, and nobody has done anything for it} */
    boolean offer(Buffer packet) {
        Buffer kept = waiting == packets.length ? null : packet.keep();
        if (kept == null) {
            dropped++;
            return false;
        }
        int at = first + waiting;
        packets[at >= packets.length ? at - packets.length : at] = kept;
        waiting++;
        queued++;
        mostWaiting = Math.max(mostWaiting, waiting);
        return true;
    }

    /** {@return whether a packet waits and the receiver takes one} */
    boolean isReady() {
        return waiting > 0 && credits > 0;
    }

    /** {@return the packet that has waited longest; there is one} */
    Buffer head() {
        Buffer head = packets[first];
        if (head == null) {
            throw new IllegalStateException("no packet waits");
        }
        return head;
    }

    /** The first packet is on its way to the receiver, or is given up. */
    void dropHead() {
        head().release();
        packets[first] = null;
        first = first + 1 == packets.length ? 0 : first + 1;
        waiting--;
    }

    void headIsGiven() {
        dropHead();
        credits--;
        given++;
    }

    /** A packet came back: the receiver still takes one. */
    void cameBack() {
        credits = Math.min(LrpProtocol.MAX_CREDITS, credits + 1);
        given--;
        dropped++;
    }

    void add(int more) {
        credits = Math.min(LrpProtocol.MAX_CREDITS, credits + more);
    }

    int waiting() {
        return waiting;
    }

    int queued() {
        return queued;
    }

    int given() {
        return given;
    }

    int dropped() {
        return dropped;
    }

    int mostWaiting() {
        return mostWaiting;
    }
}
