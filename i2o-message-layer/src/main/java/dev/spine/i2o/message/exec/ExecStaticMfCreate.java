package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.Words;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates a static frame: a message that is written once and posted many times. Answered by {@link StaticMfCreateReply}.
 * Immutable; any thread.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param maxOutstanding how many times the frame may be posted before one of them is answered; 0 counts as 1
 * @param staticFrame the words of the message, from its header on; at least the three of a header, missing ones are 0
 */
public record ExecStaticMfCreate(int maxOutstanding, List<Integer> staticFrame) implements Request {
    /** How many times the frame may be posted before one of them is answered. */
    public static final Field MAX_OUTSTANDING = Field.u8("MaxOutstanding", 16);
    /** The header of the message that becomes static, without its transaction context. */
    public static final Field STATIC_FRAME = Field.bytes("StaticMessageFrame", 20, 12);
    /** Word index where the message that becomes static begins. */
    public static final int FRAME_WORD = 5;
    /** Entry of the catalogue. */
    public static final MessageKind<ExecStaticMfCreate> KIND = MessageKind.request(
        Layout.of("ExecStaticMfCreate", 32, MAX_OUTSTANDING, STATIC_FRAME),
        DeviceClass.EXECUTIVE, Function.EXEC_STATIC_MF_CREATE, ExecStaticMfCreate::parse);

    /** Copies the words and fills the header up. */
    public ExecStaticMfCreate {
        List<Integer> words = new ArrayList<>(staticFrame);
        while (words.size() < KIND.minWords() - FRAME_WORD) {
            words.add(0);
        }
        staticFrame = List.copyOf(words);
    }

    private static ExecStaticMfCreate parse(MessageFrame frame) {
        return new ExecStaticMfCreate(MAX_OUTSTANDING.get(frame), Words.read(frame, FRAME_WORD, frame.sizeWords()));
    }

    @Override
    public MessageKind<ExecStaticMfCreate> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return FRAME_WORD + staticFrame.size();
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        MAX_OUTSTANDING.set(frame, maxOutstanding);
        Words.write(frame, FRAME_WORD, staticFrame);
    }
}
