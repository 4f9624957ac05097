package dev.spine.host.testkit.message;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.PrivateMessage;
import dev.spine.i2o.message.SingleReply;
import dev.spine.i2o.message.TransportFailureReply;
import dev.spine.i2o.message.catalogue.Catalogue;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Any frame in words, decoded by the {@link Catalogue}: its kind, from whom to whom, each field with its value, and the words that no
 * field covers. Never fails, whatever the frame holds. Any thread, as long as nobody writes the frame.
 */
public final class FrameText {
    private FrameText() {
    }

    /**
     * {@return one line: {@code UtilClaim to TID 0x008, context 0x1001, ClaimFlags 0, ClaimType 1}}
     *
     * @param frame a checked frame
     * @param deviceClass class of its target, {@link dev.spine.i2o.DeviceClass#ANY} if it is not known
     */
    public static String line(MessageFrame frame, int deviceClass) {
        MessageKind<?> kind = Catalogue.kindOf(frame, deviceClass);
        StringBuilder text = new StringBuilder(name(frame, kind));
        text.append(frame.isReply() ? " from TID " : " to TID ").append(tid(frame.target())).append(", context ")
            .append(hex(frame.initiatorContext()));
        if (kind != null && hasOutcome(kind)) {
            text.append(", ").append(outcome(frame));
        }
        if (kind != null && kind != SingleReply.KIND) {
            for (Field field : kind.layout().fields()) {
                if (!isOutcome(field)) {
                    text.append(", ").append(field.name()).append(' ').append(valueOf(frame, field));
                }
            }
        }
        int first = kind == null ? MessageFrame.HEADER_WORDS : kind.minWords();
        if (frame.sizeWords() > first) {
            text.append(", then").append(words(frame, first));
        }
        return text.toString();
    }

    private static boolean hasOutcome(MessageKind<?> kind) {
        return kind == TransportFailureReply.KIND
            || kind.role() == MessageKind.Role.REPLY && kind.layout().fields().stream().anyMatch(FrameText::isOutcome);
    }

    private static boolean isOutcome(Field field) {
        return field.name().equals(SingleReply.REQUEST_STATUS.name()) || field.name().equals(SingleReply.DETAILED_STATUS.name());
    }

    /**
     * {@return the name of a frame's kind, as the architecture spells it; a function that the catalogue does not know by its code}
     *
     * @param frame a checked frame
     * @param deviceClass class of its target
     */
    public static String name(MessageFrame frame, int deviceClass) {
        return name(frame, Catalogue.kindOf(frame, deviceClass));
    }

    private static String name(MessageFrame frame, @Nullable MessageKind<?> kind) {
        if (kind == SingleReply.KIND) {
            return "reply to " + Function.name(frame.function());
        }
        if (kind == null) {
            return "request " + Function.name(frame.function());
        }
        if (kind.function() == MessageKind.ANY_FUNCTION) {
            return kind.name() + " to " + Function.name(frame.function());
        }
        return kind == PrivateMessage.KIND ? kind.name() + " " + hex(PrivateMessage.EXTENDED_FUNCTION.get(frame)) : kind.name();
    }

    /**
     * {@return what a reply says of its request: {@code SUCCESS}, {@code ERROR_NO_DATA_TRANSFER/DEVICE_LOCKED}, a failure code}
     *
     * @param reply a checked frame that is a reply
     */
    public static String outcome(MessageFrame reply) {
        String flags = (reply.flags() & MessageFlags.LAST) == 0 ? ", more follow" : "";
        if (reply.isFail()) {
            return "transport failure " + FailureCode.name(reply.requestStatus()) + flags;
        }
        int detailed = reply.detailedStatus();
        return RequestStatus.name(reply.requestStatus()) + (detailed == 0 ? "" : "/" + DetailedStatus.name(detailed)) + flags;
    }

    /**
     * {@return a field's value: a number, from 10 on also in hexadecimal; bytes in hexadecimal; {@code (left out)} beyond the frame}
     *
     * @param frame a checked frame
     */
    public static String valueOf(MessageFrame frame, Field field) {
        if (field.endByte() > frame.sizeBytes()) {
            return "(left out)";
        }
        if (field.bits() > Long.SIZE) {
            return HexFormat.of().formatHex(field.getBytes(frame.memory(), frame.offset()).toArray());
        }
        return number(field.getLong(frame.memory(), frame.offset()));
    }

    /**
     * {@return a number for people: decimal, from 10 on also in hexadecimal}
     *
     * @param value without sign
     */
    public static String number(long value) {
        return value >= 0 && value < 10 ? Long.toString(value) : Long.toUnsignedString(value) + " (0x" + Long.toHexString(value) + ")";
    }

    /**
     * {@return a TID as tables show it: {@code 0x008}}
     *
     * @param tid 0 to 0xFFF
     */
    public static String tid(int tid) {
        return String.format(Locale.ROOT, "0x%03x", tid);
    }

    /**
     * {@return words in hexadecimal, each after a space}
     *
     * @param frame a checked frame
     * @param first index of the first word
     */
    public static String words(MessageFrame frame, int first) {
        StringBuilder text = new StringBuilder();
        for (int word = first; word < frame.sizeWords(); word++) {
            text.append(' ').append(String.format(Locale.ROOT, "%08x", frame.word(word)));
        }
        return text.toString();
    }

    private static String hex(int value) {
        return "0x" + Integer.toHexString(value);
    }
}
