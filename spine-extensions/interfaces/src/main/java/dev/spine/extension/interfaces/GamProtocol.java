package dev.spine.extension.interfaces;

/**
 * Numbers of {@link GamExtension}. Messages of the host name these handlers of the card; the card's answers name those of the host.
 *
 * <p>A <em>token</em> is the host's own number for an operation. It comes back with the operation's end.
 */
public final class GamProtocol {
    /** The most nodes. */
    public static final int MAX_NODES = 64;
    /** The most operations to one node that are not answered. */
    public static final int WINDOW = 8;
    /** Argument words of a request or reply. */
    public static final int ARGUMENTS = 10;
    /** Index of the first argument word in each message. */
    public static final int FIRST_ARGUMENT = 2;
    /** The most bytes of one put or get. */
    public static final int MAX_BYTES = 4096;
    /** The most bytes of a segment. */
    public static final int MAX_SEGMENT_BYTES = 64 << 10;

    /** Word 0: this node, word 1: number of nodes, word 2: bytes of the segment that others may put to and get from. */
    public static final int CONFIGURE = 1;
    /** Word 0: a node, words 1 and 2: the hardware address of its card, high half first, word 3: the instance there. */
    public static final int NODE = 2;
    /** Word 0: node in the high half, handler in the low; word 1: token; then arguments. */
    public static final int REQUEST = 3;
    /** Word 0: node, word 1: the number that came with the request; then arguments. */
    public static final int REPLY = 4;
    /** With data. Word 0: node, word 1: token, word 2: first byte in the node's segment. */
    public static final int PUT = 5;
    /** Word 0: node, word 1: token, word 2: first byte in the node's segment, word 3: bytes. */
    public static final int GET = 6;

    /** What other nodes send; the user byte says what it is. */
    static final int NET = 16;
    /** What could not be delivered to other nodes. */
    static final int RETURNED = 17;
    /** Timer of the outbox. */
    static final int RETRY = 18;
    /** Timer that looks for operations without an answer. */
    static final int SWEEP = 19;

    /** To the host: the configuration is in force; word 0: 0 or a status. */
    public static final int HOST_READY = 32;
    /** To the host: word 0: source node in the high half, handler in the low; word 1: a number for the reply; then arguments. */
    public static final int HOST_REQUEST = 33;
    /** To the host: word 0: token, word 1: node; then arguments. */
    public static final int HOST_REPLY = 34;
    /** To the host: a put or get has ended, or an operation could not be carried out; word 0: token, word 1: status, word 2: bytes. */
    public static final int HOST_DONE = 35;
    /** To the host: word 0: token, word 1: offset of the first byte, words 2 to 11: 40 bytes of a get, the last ones padded. */
    public static final int HOST_DATA = 36;

    /** It was done. */
    public static final int DONE = 0;
    /** There is no such node, or the endpoint is not configured. */
    public static final int NO_NODE = 1;
    /** Too many operations are not answered: wait for one. */
    public static final int BUSY = 2;
    /** The bytes leave the segment, or are too many. */
    public static final int OUT_OF_BOUNDS = 3;
    /** The node did not answer in time, or is gone: whether it was done is not known. */
    public static final int NO_ANSWER = 4;

    private GamProtocol() {}
}
