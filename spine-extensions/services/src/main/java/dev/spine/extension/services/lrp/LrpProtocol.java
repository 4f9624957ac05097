package dev.spine.extension.services.lrp;

/**
 * The messages between {@link LrpExtension} and the application on the host. All fields are words of 32 bits. Only the host orders: what
 * another card, an extension on the host, another node or another extension sends is not answered, and counted.
 */
public final class LrpProtocol {
    /** To the card: opens a socket. Words: socket, protocol, port, local address, remote address, remote port, queue, credits; 0 is any. */
    public static final int OPEN = 1;
    /** To the card: closes a socket. Word 0: the socket. What waits there is dropped. */
    public static final int CLOSE = 2;
    /** To the card: the receiver has taken packets and takes more. Words: socket, how many more. */
    public static final int CREDIT = 3;
    /** To the card: asks for the counts of a socket. Word 0: the socket. */
    public static final int ASK = 4;
    /** To the card: a frame that leaves by its wire, as data from its MAC header on. Word 0: a number of the sender, below MAX_SENDS. */
    public static final int SEND = 5;

    /** To the host: answer to OPEN and CLOSE. Words: socket, {@link #DONE} or {@link #REFUSED}. */
    public static final int ANSWER = 1;
    /** To the host: a packet, as data from its MAC header on. Words: socket, packets that still wait. */
    public static final int PACKET = 2;
    /** To the host: counts of a socket. Words: socket, queued, waiting, given to the host, dropped, most that ever waited. */
    public static final int COUNTS = 3;
    /** To the host: frames of {@link #SEND} that the card is done with. Words: their numbers, as bits; those that the wire did not take. */
    public static final int SENT = 4;

    /** It is so. */
    public static final int DONE = 0;
    /** There is no such socket, it is open already, something is out of its range, or there are not so many places left. */
    public static final int REFUSED = 1;

    /** Sockets of a card. */
    public static final int MAX_SOCKETS = 32;
    /** The longest queue. */
    public static final int MAX_QUEUE = 256;
    /** The most credits of a socket. */
    public static final int MAX_CREDITS = 64;
    /** Frames to send that can be under way. */
    public static final int MAX_SENDS = 32;

    private LrpProtocol() {}
}
