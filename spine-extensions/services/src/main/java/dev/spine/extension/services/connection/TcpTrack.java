package dev.spine.extension.services.connection;

/**
 * What the flags of segments say about a TCP connection (RFC 5382, RFC 7857). Its memory is a few bits beside the connection; it does not
 * follow sequence numbers, so a reset that somebody forges shortens a connection's life only until the client speaks again. The client is
 * who opens the connection, the server who is asked.
 */
public final class TcpTrack {
    /** Flag of a segment: the sender sends no more. */
    public static final int FIN = 0x01;
    /** Flag of a segment: a connection is asked for, or agreed to. */
    public static final int SYN = 0x02;
    /** Flag of a segment: there is no such connection. */
    public static final int RST = 0x04;
    /** Flag of a segment: its acknowledgement number means something. */
    public static final int ACK = 0x10;

    private static final int ASKED = 1;
    private static final int ANSWERED = 2;
    private static final int CONFIRMED = 4;
    private static final int CLIENT_ENDED = 8;
    private static final int SERVER_ENDED = 16;
    private static final int RESET = 32;
    /** Its beginning was not seen, as after a restart of the card. */
    private static final int FOUND = 64;

    private TcpTrack() {}

    /**
     * {@return the bits after a segment of the client}
     *
     * @param bits before it, 0 of a new connection
     * @param flags of the segment
     */
    public static int outward(int bits, int flags) {
        int after = bits;
        if ((flags & RST) != 0) {
            return after | RESET;
        }
        if ((flags & SYN) != 0) {
            // A connection that has ended may be opened again by the same ports.
            return stage(after) == Stage.CLOSED ? ASKED : after | ASKED;
        }
        after &= ~RESET;
        if ((after & ASKED) == 0) {
            after |= ASKED | FOUND;
        }
        if ((flags & ACK) != 0 && (after & ANSWERED) != 0) {
            after |= CONFIRMED;
        }
        return (flags & FIN) != 0 ? after | CLIENT_ENDED : after;
    }

    /**
     * {@return the bits after a segment of the server}
     *
     * @param bits before it
     * @param flags of the segment
     */
    public static int inward(int bits, int flags) {
        if ((flags & RST) != 0) {
            return bits | RESET;
        }
        int after = bits;
        if ((flags & SYN) != 0 || (after & FOUND) != 0 && (flags & ACK) != 0) {
            after |= ANSWERED;
        }
        return (flags & FIN) != 0 ? after | SERVER_ENDED : after;
    }

    /**
     * {@return how far a connection with these bits is}
     *
     * @param bits of it
     */
    public static Stage stage(int bits) {
        int ended = CLIENT_ENDED | SERVER_ENDED;
        if ((bits & RESET) != 0 || (bits & ended) == ended) {
            return Stage.CLOSED;
        }
        int open = ASKED | ANSWERED | CONFIRMED;
        return (bits & open) == open ? Stage.ESTABLISHED : Stage.OPENING;
    }
}
