package dev.spine.i2o.message.scsi;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Stops the bus, or lets it go on. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 bus adapter class; SIG headers.
 *
 * @param flags 1, {@link #QUIESCE}, to stop the bus, 0 to let it go on
 */
public record BusQuiesce(int flags) implements Request {
    public static final Field FLAGS = Field.u32("Flags", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<BusQuiesce> KIND = MessageKind.of(BusQuiesce.class, "HbaBusQuiesce", 20,
        DeviceClass.BUS_ADAPTER, Function.HBA_BUS_QUIESCE, FLAGS);

    /** Let the bus go on. */
    public static final int NORMAL = 0;
    /** Flag: let no further command on the bus. */
    public static final int QUIESCE = 1;
}
