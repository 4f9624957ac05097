package dev.spine.i2o.message.peer;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Gives a peer transport the function tables of the agent. The list names memory of the IOP, so the message never leaves it.
 *
 * <p>Source: I2O 1.5 addendum B; SIG peer header.
 *
 * @param sgl the scatter-gather list
 */
public record PtServiceEstablish(List<SglElement> sgl) implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<PtServiceEstablish> KIND = MessageKind.request(
        Layout.of("PtServiceEstablish", 16),
        DeviceClass.PEER_TRANSPORT, Function.PT_SERVICE_ESTABLISH, PtServiceEstablish::parse);

    /** Copies the list. */
    public PtServiceEstablish {
        sgl = List.copyOf(sgl);
    }

    /**
     * Reads the message.
     *
     * @param frame a checked frame of this kind; words that it leaves out count as 0
     * @return its values
     */
    public static PtServiceEstablish parse(MessageFrame frame) {
        return new PtServiceEstablish(SglElement.readAll(frame, KIND.sglWord(frame)));
    }

    @Override
    public MessageKind<PtServiceEstablish> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + SglElement.words(sgl);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, KIND.minWords());
        SglElement.writeAll(frame, KIND.minWords(), sgl);
    }
}
