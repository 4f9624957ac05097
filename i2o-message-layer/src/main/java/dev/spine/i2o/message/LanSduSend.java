package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Sends service data units, one buffer each, whose MAC header the device builds: the context of the first element carries the
 * transaction context and the destination. Answered by {@link LanSendReply}. The word of the transaction context holds the control word.
 *
 * <p>Source: I2O 1.5 LAN class; SIG LAN header.
 *
 * @param transmitControlWord bits of {@link TransmitControl}
 * @param sgl the scatter-gather list
 */
public record LanSduSend(int transmitControlWord, List<SglElement> sgl) implements Request {
    /** Bits of {@link TransmitControl}. */
    public static final Field TRANSMIT_CONTROL_WORD = Field.u32("TransmitControlWord", 12);
    /** Entry of the catalogue. */
    public static final MessageKind<LanSduSend> KIND = MessageKind.request(
        Layout.of("LanSduSend", 16, TRANSMIT_CONTROL_WORD),
        DeviceClass.LAN, Function.LAN_SDU_SEND, LanSduSend::parse);

    /** Copies the list. */
    public LanSduSend {
        sgl = List.copyOf(sgl);
    }

    /**
     * Reads the message.
     *
     * @param frame a checked frame of this kind; words that it leaves out count as 0
     * @return its values
     */
    public static LanSduSend parse(MessageFrame frame) {
        return new LanSduSend(TRANSMIT_CONTROL_WORD.get(frame), SglElement.readAll(frame, KIND.sglWord(frame)));
    }

    @Override
    public MessageKind<LanSduSend> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + SglElement.words(sgl);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), MessageFlags.MULTIPLE, KIND.minWords());
        TRANSMIT_CONTROL_WORD.set(frame, transmitControlWord);
        SglElement.writeAll(frame, KIND.minWords(), sgl);
    }
}
