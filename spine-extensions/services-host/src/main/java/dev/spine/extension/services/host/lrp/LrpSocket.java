package dev.spine.extension.services.host.lrp;

import dev.spine.extension.host.ReceivedData;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** The packets of one socket. Belongs to the host's agent, unless something else is said. */
public final class LrpSocket {
    private final LrpReceiver receiver;
    private final int number;
    private final int window;
    private final ArrayDeque<ReceivedData> packets;
    private int credits;
    private long received;

    LrpSocket(LrpReceiver receiver, int number, int window) {
        this.receiver = receiver;
        this.number = number;
        this.window = window;
        this.packets = new ArrayDeque<>(window + 1);
    }

    int number() {
        return number;
    }

    int window() {
        return window;
    }

    void arrived(ReceivedData data) {
        received++;
        packets.add(data.keep());
    }

    /** {@return the next packet, from its MAC header on, to be given back by {@link #done}; null when none is there} */
    public @Nullable ReceivedData poll() {
        return packets.poll();
    }

    /**
     * Gives a packet back: the card may send another.
     *
     * @param packet of {@link #poll}
     */
    public void done(ReceivedData packet) {
        packet.release();
        credits++;
        if (credits >= (window + 1) / 2) {
            receiver.creditsWait();
        }
    }

    /** {@return credits that are to be sent} */
    int credits() {
        return credits;
    }

    void creditsSent() {
        credits = 0;
    }

    /** {@return packets that are here and that nobody has taken} */
    public int waiting() {
        return packets.size();
    }

    /** {@return packets that have come so far} */
    public long received() {
        return received;
    }

    /**
     * Closes the socket: what waits is dropped. Called from outside the host's agent.
     *
     * @throws IllegalStateException when it was closed already
     */
    public void close() {
        receiver.close(this);
    }

    void drop() {
        for (ReceivedData packet = packets.poll(); packet != null; packet = packets.poll()) {
            packet.release();
        }
    }
}
