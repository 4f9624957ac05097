package dev.spine.system.trace;

import dev.spine.i2o.CodeNames;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.display.DisplayFunction;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A message that was posted. Immutable.
 *
 * @param timeNs when it arrives in its list, on the engine's clock
 * @param list on which kind of list
 * @param sender the bus agent that posted it
 * @param target the bus agent that owns the list
 * @param address its MFA
 * @param deviceClass class of the device that the request is for, also in a reply; {@link DeviceClass#ANY} when it is not known
 * @param bytes the frame, read-only: as many bytes as it says, at least a header, at most its slot
 */
public record TracedMessage(long timeNs, MessageList list, String sender, String target, int address, int deviceClass, ByteBuffer bytes) {
    private static final CodeNames DISPLAY = CodeNames.of(DisplayFunction.class, "PUT_");
    private static final int FAILURE_CODE_OFFSET = 19;

    private MessageFrame frame() {
        MessageFrame frame = new MessageFrame();
        frame.wrap(MemorySegment.ofBuffer(bytes), 0, bytes.remaining());
        return frame;
    }

    /** {@return whether it is a reply} */
    public boolean isReply() {
        return frame().isReply();
    }

    /** {@return the name of its function; the number in hexadecimal when the class has none} */
    public String functionName() {
        return functionName(deviceClass, frame().function());
    }

    /**
     * {@return the name of a function; the number in hexadecimal when the class has none}
     *
     * @param deviceClass the class, or {@link DeviceClass#ANY}
     * @param function the code
     */
    public static String functionName(int deviceClass, int function) {
        return deviceClass == DeviceClass.DISPLAY && DISPLAY.knows(function) ? DISPLAY.name(function)
            : Function.name(deviceClass, function);
    }

    /** What word 4 of a reply says: how it went, except in three replies that have something else there. */
    private static String outcome(MessageFrame frame) {
        int word = frame.word(MessageFrame.STATUS_WORD);
        boolean isError = frame.requestStatus() == RequestStatus.TRANSACTION_ERROR;
        if (!isError && frame.function() == Function.UTIL_EVENT_REGISTER) {
            return String.format(Locale.ROOT, "event %08x", word);
        }
        if (!isError && frame.function() == Function.UTIL_ABORT) {
            return Integer.toUnsignedString(word) + " aborted";
        }
        if (!isError && frame.function() == Function.EXEC_CONN_SETUP) {
            return String.format(Locale.ROOT, "connection %08x", word);
        }
        return RequestStatus.name(frame.requestStatus())
            + (frame.detailedStatus() == 0 ? "" : ", detail " + DetailedStatus.name(frame.detailedStatus()));
    }

    /** {@return what else is worth knowing: addresses, flags, contexts, and of a reply how it went} */
    public String detail() {
        MessageFrame frame = frame();
        List<String> parts = new ArrayList<>();
        parts.add(String.format(Locale.ROOT, "tid %03x from %03x, %d words", frame.target(), frame.initiator(), frame.sizeWords()));
        if (frame.isFail() && bytes.remaining() > FAILURE_CODE_OFFSET) {
            parts.add("TRANSPORT FAILURE " + FailureCode.name(frame.u8(FAILURE_CODE_OFFSET)));
        } else if (frame.isReply() && bytes.remaining() > MessageFrame.HEADER_BYTES) {
            parts.add(outcome(frame));
            if ((frame.flags() & MessageFlags.LAST) == 0) {
                parts.add("more to come");
            }
        } else if (frame.function() == Function.PRIVATE && bytes.remaining() > MessageFrame.HEADER_BYTES) {
            parts.add(String.format(Locale.ROOT, "organisation %04x function %04x", frame.u16(18), frame.u16(16)));
        }
        if (frame.sglOffsetWords() != 0 && !frame.isReply()) {
            parts.add("list at word " + frame.sglOffsetWords());
        }
        parts.add(String.format(Locale.ROOT, "contexts %08x %08x", frame.word(2), frame.word(3)));
        return String.join(", ", parts);
    }
}
