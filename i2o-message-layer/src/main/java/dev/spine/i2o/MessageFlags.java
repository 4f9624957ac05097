package dev.spine.i2o;

/**
 * The flags in byte 1 of every frame. Any thread.
 *
 * <pre>
 *   7      6     5     4         3..2      1               0
 * +------+-----+-----+---------+---------+---------------+-------+
 * | REPLY| LAST| FAIL| MULTIPLE| reserved| CONTEXT_64_BIT| STATIC|
 * +------+-----+-----+---------+---------+---------------+-------+
 * </pre>
 *
 * <p>Source: I2O 1.5 message header; SIG headers.
 */
public final class MessageFlags {
    /** A static frame: posted again and again, never returned to the free list. */
    public static final int STATIC = 0x01;
    /** Both context fields take 64 bits. This project announces 32-bit contexts only and refuses such a request. */
    public static final int CONTEXT_64_BIT = 0x02;
    /** The request carries several transactions, their contexts being in the SGL. Never required: senders disagree about setting it. */
    public static final int MULTIPLE = 0x10;
    /** The reply is a transport failure: the request was not delivered. */
    public static final int FAIL = 0x20;
    /** The last reply for this request. */
    public static final int LAST = 0x40;
    /** The frame is a reply. */
    public static final int REPLY = 0x80;
    /** The flags of an ordinary final reply. */
    public static final int FINAL_REPLY = REPLY | LAST;
    /** The flags of a transport-failure reply. */
    public static final int FAILURE_REPLY = REPLY | LAST | FAIL;

    private MessageFlags() {
    }

    /**
     * The flags in words, for people; bits without a meaning appear as a number.
     *
     * @param flags byte 1 of a frame, 0 to 255
     * @return for example {@code REPLY|LAST}, or {@code -} if no flag is set
     */
    public static String describe(int flags) {
        StringBuilder text = new StringBuilder();
        append(text, flags, REPLY, "REPLY");
        append(text, flags, LAST, "LAST");
        append(text, flags, FAIL, "FAIL");
        append(text, flags, MULTIPLE, "MULTIPLE");
        append(text, flags, CONTEXT_64_BIT, "CONTEXT_64_BIT");
        append(text, flags, STATIC, "STATIC");
        int reserved = flags & ~(REPLY | LAST | FAIL | MULTIPLE | CONTEXT_64_BIT | STATIC);
        append(text, reserved, reserved, "0x" + Integer.toHexString(reserved));
        return text.isEmpty() ? "-" : text.toString();
    }

    private static void append(StringBuilder text, int flags, int flag, String name) {
        if ((flags & flag) != 0) {
            text.append(text.isEmpty() ? "" : "|").append(name);
        }
    }
}
