package dev.spine.i2o.message.scsi;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Looks for devices on the bus. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 bus adapter class; SIG headers.
 */
public record BusScan() implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<BusScan> KIND = MessageKind.of(BusScan.class, "HbaBusScan", 16,
        DeviceClass.BUS_ADAPTER, Function.HBA_BUS_SCAN);
}
