package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * A message whose function an organization has defined. Answered by an ordinary reply; by a transaction error if the target does not know
 * the pair of codes, which it lists in parameter group 0xF005. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 private messages; SIG message header.
 *
 * @param organizationId whose function: see {@link dev.spine.i2o.OrganizationId}
 * @param extendedFunction the organization's number for it
 * @param payload words before the list
 * @param sgl the scatter-gather list, or none; it must begin at word 15 or earlier
 */
public record PrivateMessage(int organizationId, int extendedFunction, List<Integer> payload, List<SglElement> sgl) implements Request {
    /** The organization's number for the function. */
    public static final Field EXTENDED_FUNCTION = Field.u16("XFunctionCode", 16);
    /** Whose function. */
    public static final Field ORGANIZATION_ID = Field.u16("OrganizationID", 18);
    /** Entry of the catalogue. */
    public static final MessageKind<PrivateMessage> KIND = MessageKind.request(
        Layout.of("PrivateMessage", 20, EXTENDED_FUNCTION, ORGANIZATION_ID),
        DeviceClass.ANY, Function.PRIVATE, PrivateMessage::parse);
    private static final int LAST_SGL_WORD = 15;

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException there is a list and more than 10 words of payload before it: move payload into a buffer
     */
    public PrivateMessage {
        payload = List.copyOf(payload);
        sgl = List.copyOf(sgl);
        if (!sgl.isEmpty() && KIND.minWords() + payload.size() > LAST_SGL_WORD) {
            throw new IllegalArgumentException("a scatter-gather list begins at word 15 or earlier: at most 10 words of payload before it, "
                + "not " + payload.size() + "; put the rest into a buffer");
        }
    }

    private static PrivateMessage parse(MessageFrame frame) {
        int sglWord = frame.sglOffsetWords() == 0 ? frame.sizeWords() : KIND.sglWord(frame);
        return new PrivateMessage(ORGANIZATION_ID.get(frame), EXTENDED_FUNCTION.get(frame),
            Words.read(frame, KIND.minWords(), sglWord), SglElement.readAll(frame, sglWord));
    }

    @Override
    public MessageKind<PrivateMessage> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + payload.size() + SglElement.words(sgl);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        int sglWord = KIND.minWords() + payload.size();
        KIND.beginRequest(frame, header, sizeWords(), 0, sgl.isEmpty() ? 0 : sglWord);
        ORGANIZATION_ID.set(frame, organizationId);
        EXTENDED_FUNCTION.set(frame, extendedFunction);
        Words.write(frame, KIND.minWords(), payload);
        SglElement.writeAll(frame, sglWord, sgl);
    }
}
