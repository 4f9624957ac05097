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
 * Turns the power of a slot off.
 *
 * <p>Source: I2O 2.0 hot-plug controller class; SIG hot-plug header.
 *
 * @param slotId number of the slot
 */
public record SlotPowerOff(int slotId) implements Request {
    /** Number of the slot. */
    public static final Field SLOT_ID = Field.u32("SlotID", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<SlotPowerOff> KIND = MessageKind.request(
        Layout.of("HpcSlotPowerOff", 20, SLOT_ID),
        DeviceClass.HOT_PLUG_CONTROLLER, Function.HPC_SLOT_POWER_OFF, SlotPowerOff::parse);

    /**
     * Reads the message.
     *
     * @param frame a checked frame of this kind; words that it leaves out count as 0
     * @return its values
     */
    public static SlotPowerOff parse(MessageFrame frame) {
        return new SlotPowerOff(SLOT_ID.get(frame));
    }

    @Override
    public MessageKind<SlotPowerOff> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        SLOT_ID.set(frame, slotId);
    }
}
