package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Stores what the BIOS wants to remember about a device in its LCT entry. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param deviceTid the device
 * @param biosInfo eight bits whose meaning is the BIOS's
 */
public record ExecBiosInfoSet(int deviceTid, int biosInfo) implements Request {
    public static final Field DEVICE_TID = Field.u12("DeviceTID", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecBiosInfoSet> KIND = MessageKind.of(ExecBiosInfoSet.class, "ExecBiosInfoSet", 20,
        DeviceClass.EXECUTIVE, Function.EXEC_BIOS_INFO_SET, DEVICE_TID, Field.bits("BiosInfo", 16, 31, 24));
}
