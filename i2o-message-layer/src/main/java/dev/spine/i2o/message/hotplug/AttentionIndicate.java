package dev.spine.i2o.message.hotplug;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Sets the attention indicator of a slot.
 *
 * <p>Source: I2O 2.0 hot-plug controller class; SIG hot-plug header.
 *
 * @param slotId number of the slot
 * @param attention 0 for normal, 1 for attention
 */
public record AttentionIndicate(int slotId, int attention) implements Request {
    /** Number of the slot. */
    public static final Field SLOT_ID = Field.u32("SlotID", 16);
    /** 0 for normal, 1 for attention. */
    public static final Field ATTENTION = Field.u32("Attention", 20);
    /** Entry of the catalogue. */
    public static final MessageKind<AttentionIndicate> KIND = MessageKind.request(
        Layout.of("HpcAttentionIndicate", 24, SLOT_ID, ATTENTION),
        DeviceClass.HOT_PLUG_CONTROLLER, Function.HPC_ATTENTION_INDICATE, AttentionIndicate::parse);

    /**
     * Reads the message.
     *
     * @param frame a checked frame of this kind; words that it leaves out count as 0
     * @return its values
     */
    public static AttentionIndicate parse(MessageFrame frame) {
        return new AttentionIndicate(SLOT_ID.get(frame), ATTENTION.get(frame));
    }

    @Override
    public MessageKind<AttentionIndicate> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        SLOT_ID.set(frame, slotId);
        ATTENTION.set(frame, attention);
    }
}
