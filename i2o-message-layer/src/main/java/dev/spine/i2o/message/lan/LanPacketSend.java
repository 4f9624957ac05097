package dev.spine.i2o.message.lan;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Sends complete MAC frames, one buffer each, with the packet's transaction context in its first element. Answered by {@link LanSendReply}.
 * The word of the transaction context holds the control word.
 *
 * <p>Source: I2O 1.5 LAN class; SIG LAN header.
 *
 * @param transmitControlWord bits of {@link TransmitControl}
 * @param sgl the packets
 */
public record LanPacketSend(int transmitControlWord, List<SglElement> sgl) implements Request {
    /** Bits of {@link TransmitControl}. */
    public static final Field CONTROL = Field.u32("TransmitControlWord", 12);
    /** Entry of the catalogue. */
    public static final MessageKind<LanPacketSend> KIND = MessageKind.request(
        Layout.of("LanPacketSend", 16, CONTROL),
        DeviceClass.LAN, Function.LAN_PACKET_SEND, LanPacketSend::parse);

    /** Copies the list. */
    public LanPacketSend {
        sgl = List.copyOf(sgl);
    }

    private static LanPacketSend parse(MessageFrame frame) {
        return new LanPacketSend(CONTROL.get(frame), SglElement.readAll(frame, KIND.sglWord(frame)));
    }

    @Override
    public MessageKind<LanPacketSend> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + SglElement.words(sgl);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), MessageFlags.MULTIPLE, KIND.minWords());
        CONTROL.set(frame, transmitControlWord);
        SglElement.writeAll(frame, KIND.minWords(), sgl);
    }

    /**
     * Writes the header for packets that an {@link dev.spine.i2o.sgl.SglWriter} then adds from word 4: the data path's way, without a
     * record.
     *
     * @param frame a frame that the caller holds
     * @param initiator TID of the sender
     * @param target TID of the LAN device
     * @param initiatorContext the sender's cookie for its handler
     * @param transmitControlWord bits of {@link TransmitControl}
     */
    public static void begin(MessageFrame frame, int initiator, int target, int initiatorContext, int transmitControlWord) {
        frame.header(MessageFrame.HEADER_WORDS, MessageFlags.MULTIPLE, MessageFrame.HEADER_WORDS,
            Function.LAN_PACKET_SEND, initiator, target);
        frame.contexts(initiatorContext, transmitControlWord);
    }
}
