package dev.spine.extension.interfaces;

/** Numbers of {@link MpiExtension}. A <em>token</em> is the host's own number for an operation; it comes back with the operation's end. */
public final class MpiProtocol {
    /** The most nodes. */
    public static final int MAX_NODES = 64;
    /** The most bytes of a message. */
    public static final int MAX_BYTES = 64 << 10;
    /** The most bytes of a message that is sent at once; longer ones are offered and wait on the sender's card until they are wanted. */
    public static final int EAGER_BYTES = 4096;
    /** The most sends of a node that have not ended. */
    public static final int SENDS = 24;
    /** The most receives of a node that have not ended. */
    public static final int RECEIVES = 128;
    /** Any source, any tag of an application. */
    public static final int ANY = -1;
    /** Tags from here on are those of collectives: {@link #ANY} does not match them. */
    public static final int FIRST_COLLECTIVE_TAG = 0x4000_0000;

    /** Word 0: this node's rank, word 1: number of nodes. */
    public static final int CONFIGURE = 1;
    /** Word 0: a rank, words 1 and 2: the hardware address of its card, high half first, word 3: the instance there. */
    public static final int NODE = 2;
    /** With data, if there are any. Word 0: rank, word 1: token, word 2: tag. */
    public static final int SEND = 3;
    /** Word 0: rank or {@link #ANY}, word 1: token, word 2: tag or {@link #ANY}, word 3: the most bytes. */
    public static final int RECEIVE = 4;

    /** What other nodes send; the user byte says what it is. */
    static final int NET = 16;
    /** What could not be delivered to other nodes. */
    static final int RETURNED = 17;
    /** Timer of the outbox. */
    static final int RETRY = 18;
    /** Timer that offers again what a receiver had no room for. */
    static final int AGAIN = 19;

    /** To the host: the configuration is in force; word 0: 0 or a status. */
    public static final int HOST_READY = 48;
    /** To the host: a send has ended; word 0: token, word 1: status. */
    public static final int HOST_SENT = 49;
    /** To the host: a receive has ended; word 0: token, word 1: source, word 2: tag, word 3: bytes that came, word 4: status. */
    public static final int HOST_RECEIVED = 50;
    /** To the host: word 0: token, word 1: offset of the first byte, words 2 to 11: 40 bytes, the last ones padded. */
    public static final int HOST_DATA = 51;

    /** It was done. */
    public static final int DONE = 0;
    /** There is no such node. */
    public static final int NO_NODE = 1;
    /** Too many operations have not ended: wait for one. */
    public static final int BUSY = 2;
    /** The message was longer than the receive; the rest of it is lost. */
    public static final int TRUNCATED = 3;
    /** The node did not answer: whether the message was received is not known. */
    public static final int NO_ANSWER = 4;

    private MpiProtocol() {}
}
