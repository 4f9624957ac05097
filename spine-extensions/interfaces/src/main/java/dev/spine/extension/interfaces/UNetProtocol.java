package dev.spine.extension.interfaces;

/**
 * Numbers of {@link UNetExtension}, and the layout of an endpoint's segment.
 *
 * <p>A segment begins with two lines of indices, one written by the application, one by the card, and three rings of {@link #RING} entries;
 * the rest holds the user's buffers. All words are 32 bits in network order. Indices count entries from the beginning and never go back;
 * an entry's place is its index modulo {@link #RING}.
 *
 * <table>
 * <caption>A descriptor of the send or receive queue, 64 bytes</caption>
 * <tr><th>word<th>meaning
 * <tr><td>0<td>channel
 * <tr><td>1<td>bytes of the message, 0 to 4096
 * <tr><td>2<td>of a message of more than 40 bytes, where in the segment it is
 * <tr><td>4 to 13<td>the message, when it has at most 40 bytes
 * </table>
 *
 * <p>An entry of the free queue is one word: where in the segment a buffer of {@link #BUFFER_BYTES} begins.
 */
public final class UNetProtocol {
    /** The most nodes. */
    public static final int MAX_NODES = 64;
    /** The most endpoints of a card. */
    public static final int MAX_ENDPOINTS = 8;
    /** Channels of an endpoint. */
    public static final int CHANNELS = 64;
    /** Entries of each queue. */
    public static final int RING = 64;
    /** Bytes of a descriptor. */
    public static final int DESCRIPTOR_BYTES = 64;
    /** The most bytes of a message within its descriptor. */
    public static final int INLINE_BYTES = 40;
    /** Where they are in the descriptor. */
    public static final int INLINE_OFFSET = 16;
    /** The most bytes of a message, and the bytes of a buffer that is given to the free queue. */
    public static final int BUFFER_BYTES = 4096;
    /** Long messages of an endpoint that have not been answered by the receiver's card. */
    public static final int LONG_WINDOW = 8;

    /** Written by the application: how many sends were posted. */
    public static final int SEND_TAIL = 0;
    /** Written by the application: how many buffers were given. */
    public static final int FREE_TAIL = 4;
    /** Written by the application: how many receives were taken. */
    public static final int RECEIVE_HEAD = 8;
    /** Bytes that the card reads of the application's line. */
    static final int HEADER_BYTES = 16;
    /** Where the card's line begins. */
    static final int STATUS = 64;
    /** Bytes of the card's line. */
    static final int STATUS_BYTES = 32;
    /** Written by the card: how many sends it has taken; their buffers are the application's again. */
    public static final int SEND_HEAD = STATUS;
    /** Written by the card: how many free buffers it has taken. */
    public static final int FREE_HEAD = STATUS + 4;
    /** Written by the card: how many messages it has put into the receive queue. */
    public static final int RECEIVE_TAIL = STATUS + 8;
    /** Written by the card: 1 when it does not look by itself and wants a doorbell. */
    public static final int IDLE = STATUS + 12;
    /** Written by the card: messages to this endpoint that were dropped, as the receive queue was full or no buffer was free. */
    public static final int DROPPED = STATUS + 16;
    /** Written by the card: descriptors and indices of the application that were wrong. */
    public static final int WRONG = STATUS + 20;
    /** Written by the card: messages of this endpoint that came back from the network. */
    public static final int CAME_BACK = STATUS + 24;
    /** Where the send queue begins. */
    public static final int SEND_RING = 128;
    /** Where the receive queue begins. */
    public static final int RECEIVE_RING = SEND_RING + RING * DESCRIPTOR_BYTES;
    /** Where the free queue begins. */
    public static final int FREE_RING = RECEIVE_RING + RING * DESCRIPTOR_BYTES;
    /** Where buffers begin. */
    public static final int BUFFERS = FREE_RING + RING * Integer.BYTES;

    /** Word 0: this node, word 1: number of nodes. */
    public static final int CONFIGURE = 1;
    /** Word 0: a node, words 1 and 2: the hardware address of its card, high half first, word 3: the instance there. */
    public static final int NODE = 2;
    /** A segment is granted; word 0: the number of its endpoint. */
    public static final int OPEN = 3;
    /** Word 0: endpoint, word 1: channel, word 2: node, word 3: endpoint there. */
    public static final int BIND = 4;
    /** Word 0: the endpoint that is to be looked at. */
    public static final int DOORBELL = 5;
    /** Word 0: the endpoint that ends. */
    public static final int CLOSE = 6;

    /** What other nodes send; the user byte says what it is. */
    static final int NET = 16;
    /** What could not be delivered to other nodes. */
    static final int RETURNED = 17;
    /** Timer of an endpoint. */
    static final int LOOK = 18;
    /** A transfer of an endpoint has ended. */
    static final int TRANSFERRED = 19;
    /** The end of a region for this card. */
    static final int REVOKED = 20;
    /** Timer of the outbox. */
    static final int RETRY = 21;

    /** To the host: the configuration is in force; word 0: a status. */
    public static final int HOST_READY = 64;
    /** To the host: word 0: endpoint, word 1: a status. */
    public static final int HOST_OPEN = 65;
    /** To the host: word 0: endpoint, word 1: channel, word 2: a status. */
    public static final int HOST_BOUND = 66;
    /** To the host: word 0: an endpoint that has ended; nothing of it is under way. */
    public static final int HOST_CLOSED = 67;

    /** It was done. */
    public static final int DONE = 0;
    /** There is no such node, endpoint or channel, or it is in use. */
    public static final int REFUSED = 1;
    /** The segment is too small or read-only. */
    public static final int NO_SEGMENT = 2;
    /** The card has no memory for it. */
    public static final int NO_MEMORY = 3;

    private UNetProtocol() {}
}
