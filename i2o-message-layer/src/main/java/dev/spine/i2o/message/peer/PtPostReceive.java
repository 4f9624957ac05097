package dev.spine.i2o.message.peer;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Gives receive buffers to the peer transport of another IOP: simple elements with a context each. The list stands in the place of the
 * transaction context. Answered by {@link PtPostReceiveReply}.
 *
 * <p>Source: I2O 1.5 addendum B; SIG peer header.
 *
 * @param sgl the scatter-gather list
 */
public record PtPostReceive(List<SglElement> sgl) implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<PtPostReceive> KIND = MessageKind.request(
        Layout.of("PciPtPostReceive", 12),
        DeviceClass.PEER_TRANSPORT, Function.PT_POST_RECEIVE, PtPostReceive::parse);

    /** Copies the list. */
    public PtPostReceive {
        sgl = List.copyOf(sgl);
    }

    /**
     * Reads the message.
     *
     * @param frame a checked frame of this kind; words that it leaves out count as 0
     * @return its values
     */
    public static PtPostReceive parse(MessageFrame frame) {
        return new PtPostReceive(SglElement.readAll(frame, KIND.sglWord(frame)));
    }

    @Override
    public MessageKind<PtPostReceive> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + SglElement.words(sgl);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), MessageFlags.MULTIPLE, KIND.minWords());
        SglElement.writeAll(frame, KIND.minWords(), sgl);
    }
}
