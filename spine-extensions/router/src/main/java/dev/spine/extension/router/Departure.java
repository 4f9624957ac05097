package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;

/**
 * Where frames leave this card's router: for another card, or by the own wire. A frame is written where {@link #reserve} says, and is on
 * its way with {@link #commit}.
 */
abstract class Departure {
    /** Of a frame that does not leave from where it came in. */
    static final int TO_COPY = -2;

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
     * {@return where in {@link #buffer} the description of a frame is to be written that stays where it came in until the other card
     * fetches it; -1 when it cannot leave, which is counted; {@link #TO_COPY} when it is to be written as any other} What a description
     * is: {@link WholeFrame}.
     *
     * @param packet a packet of the wire, which begins with the frame
     * @param bytes of the frame
     */
    int reserveWhole(Buffer packet, int bytes) {
        return TO_COPY;
    }

    /**
     * The description that was reserved last is written; as {@link #commit}.
     *
     * @param bytes of the frame
     * @param ingressPort where it came in
     * @param offload its offload word, 0 for none
     */
    void commitWhole(int bytes, int ingressPort, long offload) {
        throw new IllegalStateException("no frame leaves here as it came in: reserveWhole says so");
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
