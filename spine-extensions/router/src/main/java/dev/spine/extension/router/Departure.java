package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.OutgoingMessage;
import org.jspecify.annotations.Nullable;

/**
 * Where frames leave this card's router: for another card, or by the own wire. A frame is written where {@link #reserve} says, and is on
 * its way with {@link #commit}.
 */
abstract class Departure {
    private final int port;

    Departure(int port) {
        this.port = port;
    }

    /** {@return the port by which frames leave in the end} */
    final int port() {
        return port;
    }

    /** {@return the memory in which the frame is written that was reserved last} */
    abstract Buffer buffer();

    /**
     * {@return where in {@link #buffer} a frame is to be written, or -1 when it cannot leave, which is counted}
     *
     * @param bytes of the frame
     */
    abstract int reserve(int bytes);

    /**
     * {@return a message that brings a part of a packet to the other card from where it came in, for {@link WholeFrame}; null when there is
     * none now, or no other card: then the frame is written as any other}
     *
     * @param packet a packet of the wire
     * @param offset where the frame begins
     * @param bytes of the frame
     */
    @Nullable OutgoingMessage whole(Buffer packet, int offset, int bytes) {
        return null;
    }

    /**
     * The frame that was reserved last is written.
     *
     * @param bytes of the frame
     * @param ingressPort where it came in, 0 for one that was made here
     * @param offload its offload word, 0 for none
     */
    abstract void commit(int bytes, int ingressPort, long offload);

    /** Sends what was gathered: {@return whether nothing is left here}. */
    abstract boolean flush();

    /** It is used no more: what was gathered is dropped, counted. */
    abstract void close();
}
