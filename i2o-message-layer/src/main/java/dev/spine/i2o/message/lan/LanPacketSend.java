package dev.spine.i2o.message.lan;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Sends complete MAC frames, one buffer each, with the packet's transaction context in its first element. Answered by {@link LanSendReply}.
 * The word of the transaction context holds the control word. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 LAN class; SIG LAN header.
 *
 * @param transmitControlWord bits of {@link TransmitControl}
 * @param sgl the packets
 */
public record LanPacketSend(int transmitControlWord, List<SglElement> sgl) implements Request {
    public static final Field CONTROL = Field.u32("TransmitControlWord", 12);
    /** Entry of the catalogue. */
    public static final MessageKind<LanPacketSend> KIND = MessageKind.of(LanPacketSend.class, "LanPacketSend", 16,
        DeviceClass.LAN, Function.LAN_PACKET_SEND, CONTROL);

    /** Copies the list. */
    public LanPacketSend {
        sgl = List.copyOf(sgl);
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

    @Override
    public int headerFlags() {
        return MessageFlags.MULTIPLE;
    }
}
