package dev.spine.extension.services.nat;

/**
 * What the flags of segments say about a TCP connection (RFC 5382, RFC 7857). Its memory is a few bits beside the connection; it does not
 * follow sequence numbers, so a reset that somebody forges shortens a connection's life only until the inside host speaks again.
 */
final class TcpTrack {
    static final int FIN = 0x01;
    static final int SYN = 0x02;
    static final int RST = 0x04;
    static final int ACK = 0x10;

    private static final int ASKED = 1;
    private static final int ANSWERED = 2;
    private static final int CONFIRMED = 4;
    private static final int INSIDE_ENDED = 8;
    private static final int OUTSIDE_ENDED = 16;
    private static final int RESET = 32;
    /** Its beginning was not seen, as after a restart of the card. */
    private static final int FOUND = 64;

    private TcpTrack() {}

    /** {@return the bits after a segment from the inside} */
    static int outward(int bits, int flags) {
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
        return (flags & FIN) != 0 ? after | INSIDE_ENDED : after;
    }

    /** {@return the bits after a segment from the outside} */
    static int inward(int bits, int flags) {
        if ((flags & RST) != 0) {
            return bits | RESET;
        }
        int after = bits;
        if ((flags & SYN) != 0 || (after & FOUND) != 0 && (flags & ACK) != 0) {
            after |= ANSWERED;
        }
        return (flags & FIN) != 0 ? after | OUTSIDE_ENDED : after;
    }

    /** {@return how far a connection with these bits is} */
    static Stage stage(int bits) {
        int ended = INSIDE_ENDED | OUTSIDE_ENDED;
        if ((bits & RESET) != 0 || (bits & ended) == ended) {
            return Stage.CLOSED;
        }
        int open = ASKED | ANSWERED | CONFIRMED;
        return (bits & open) == open ? Stage.ESTABLISHED : Stage.OPENING;
    }
}
