package dev.spine.extension.runtime;

/**
 * Numbers of the runtime device's messages.
 *
 * <p>A small message is a 16-word frame of function 0x81: word 3 (in place of the transaction context) holds handler [31:16], user byte
 * [15:8] and kind [7:0]; words 4 to 15 are the user's. A bulk message has kind 1 and a simple scatter-gather element at word 16.
 *
 * <p>Private messages carry, from word 5 on: LOAD the bytes of the image, then a list of two buffers (image in, verdict out);
 * UNLOAD and LISTEN one number; LIST a list of one buffer (text out). Replies are standard; word 5 of a LOAD reply is the instance,
 * word 6 the bytes of the verdict.
 */
public final class RuntimeProtocol {
    /** Load an extension. */
    public static final int LOAD = 0x0001;
    /** Unload the instance in word 5. */
    public static final int UNLOAD = 0x0002;
    /** Describe the loaded instances as text. */
    public static final int LIST = 0x0003;
    /**
     * From now on, messages to the host's handler in word 5 are sent to the initiator of this request, with its InitiatorContext. The
     * frame is returned; there is no other reply until a message comes.
     */
    public static final int LISTEN = 0x0004;

    /** Words of a small message. */
    public static final int SMALL_WORDS = 16;
    /** Words of a bulk message. */
    public static final int BULK_WORDS = 18;
    /** First user word. */
    public static final int FIRST_USER_WORD = 4;
    /** Kind of a small message. */
    public static final int KIND_SMALL = 0;
    /** Kind of a bulk message. */
    public static final int KIND_BULK = 1;

    /** The EtherType of small messages between nodes (IEEE 802 local experimental). */
    public static final int ETHER_TYPE = 0x88B5;
    /** Bytes of a small message on a wire: MAC header and the 64 bytes of its frame. */
    public static final int WIRE_BYTES = 14 + 64;

    private RuntimeProtocol() {}

    /**
     * {@return the number by which a frame names a handler of an instance}
     *
     * @param instance 1 to 255
     * @param handler 1 to 255
     */
    public static int handlerNumber(int instance, int handler) {
        return instance << 8 | handler;
    }

    /**
     * {@return word 3 of a message}
     *
     * @param handler 16 bits
     * @param user 8 bits
     * @param kind {@link #KIND_SMALL} or {@link #KIND_BULK}
     */
    public static int controlWord(int handler, int user, int kind) {
        return handler << 16 | (user & 0xFF) << 8 | kind;
    }
}
