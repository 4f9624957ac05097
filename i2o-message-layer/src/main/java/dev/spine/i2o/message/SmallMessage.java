package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.layout.Octets;
import java.util.Arrays;

/**
 * A small message of the extension runtime: one frame of 16 words, one cache line. Immutable; any thread.
 *
 * <pre>
 *  w0..w1   header: 16 words, function 0x81, no list
 *  w2       the sender's cookie
 *  w3       | handler [31:16] | user [15:8] | kind [7:0] |
 *  w4..w15  48 bytes of the user
 * </pre>
 *
 * <p>Source: this project's runtime class, after Spine's active messages; word 3 is used as the LAN class uses it.
 *
 * @param handler the handler that gets it, 16 bits
 * @param user eight bits of the sender's own
 * @param messageKind what kind of small message it is, 8 bits, numbered by the runtime
 * @param data 48 bytes; a shorter run is filled up with zeros
 */
public record SmallMessage(int handler, int user, int messageKind, Octets data) implements Request {
    /** Words of every small message. */
    public static final int WORDS = 16;
    /** Byte offset of the user's bytes in the frame. */
    public static final int DATA_OFFSET = 16;
    /** Bytes that belong to the user. */
    public static final int DATA_BYTES = 48;
    /** What kind of small message it is. */
    public static final Field MESSAGE_KIND = Field.bits("MessageKind", 12, 7, 0);
    private static final Field USER = Field.bits("User", 12, 15, 8);
    /** The handler that gets it. */
    public static final Field HANDLER = Field.bits("Handler", 12, 31, 16);
    /** The user's bytes. */
    public static final Field DATA = Field.bytes("Data", DATA_OFFSET, DATA_BYTES);
    /** Entry of the catalogue. */
    public static final MessageKind<SmallMessage> KIND = MessageKind.request(
        Layout.of("SpineSmallMessage", WORDS * Integer.BYTES, MESSAGE_KIND, USER, HANDLER, DATA),
        DeviceClass.RUNTIME, Function.SMALL_MESSAGE, SmallMessage::parse);

    /**
     * Fills the bytes up.
     *
     * @throws IllegalArgumentException there are more than 48 bytes: send them as a bulk message
     */
    public SmallMessage {
        if (data.size() > DATA_BYTES) {
            throw new IllegalArgumentException("a small message holds 48 bytes, not " + data.size() + "; send a bulk message");
        }
        data = data.size() == DATA_BYTES ? data : Octets.of(Arrays.copyOf(data.toArray(), DATA_BYTES));
    }

    /**
     * Writes everything but the user's bytes, which the caller has written or writes next: the data path's way.
     *
     * @param frame a frame that the caller holds
     * @param initiator TID of the sender
     * @param target TID of the runtime that gets it
     * @param cookie the sender's cookie, returned in a reply
     * @param address handler, user bits and kind, as {@link #word3} packs them
     */
    public static void begin(MessageFrame frame, int initiator, int target, int cookie, int address) {
        frame.header(WORDS, 0, 0, Function.SMALL_MESSAGE, initiator, target);
        frame.contexts(cookie, address);
    }

    /**
     * Packs word 3.
     *
     * @param handler 16 bits
     * @param user 8 bits
     * @param messageKind 8 bits
     * @return the word
     */
    public static int word3(int handler, int user, int messageKind) {
        return handler << 16 | (user & 0xFF) << 8 | messageKind & 0xFF;
    }

    /**
     * Reads the request; bytes that the frame leaves out are 0.
     *
     * @param frame a checked frame with this function
     * @return its values
     */
    public static SmallMessage parse(MessageFrame frame) {
        int bytes = Math.clamp(frame.sizeBytes() - (long) DATA_OFFSET, 0, DATA_BYTES);
        return new SmallMessage(HANDLER.get(frame), USER.get(frame), MESSAGE_KIND.get(frame),
            Octets.read(frame.memory(), frame.offset() + DATA_OFFSET, bytes));
    }

    @Override
    public MessageKind<SmallMessage> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, WORDS, 0, 0);
        HANDLER.set(frame, handler);
        USER.set(frame, user);
        MESSAGE_KIND.set(frame, messageKind);
        DATA.setBytes(frame.memory(), frame.offset(), data);
    }
}
