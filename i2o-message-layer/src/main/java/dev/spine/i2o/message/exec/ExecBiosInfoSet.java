package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Stores what the BIOS wants to remember about a device in its LCT entry.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param deviceTid the device
 * @param biosInfo eight bits whose meaning is the BIOS's
 */
public record ExecBiosInfoSet(int deviceTid, int biosInfo) implements Request {
    /** The device. */
    public static final Field DEVICE_TID = Field.u12("DeviceTID", 16);
    private static final Field BIOS_INFO = Field.bits("BiosInfo", 16, 31, 24);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecBiosInfoSet> KIND = MessageKind.request(
        Layout.of("ExecBiosInfoSet", 20, DEVICE_TID, BIOS_INFO),
        DeviceClass.EXECUTIVE, Function.EXEC_BIOS_INFO_SET, ExecBiosInfoSet::parse);

    private static ExecBiosInfoSet parse(MessageFrame frame) {
        return new ExecBiosInfoSet(DEVICE_TID.get(frame), BIOS_INFO.get(frame));
    }

    @Override
    public MessageKind<ExecBiosInfoSet> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        DEVICE_TID.set(frame, deviceTid);
        BIOS_INFO.set(frame, biosInfo);
    }
}
