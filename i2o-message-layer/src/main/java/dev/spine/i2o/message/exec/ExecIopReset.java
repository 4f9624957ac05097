package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Resets the IOP. It answers by a status word in memory ({@link ResetStatus}), never by a reply frame. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param statusAddressLow bus address of the status word, lower half
 * @param statusAddressHigh bus address of the status word, upper half
 */
public record ExecIopReset(int statusAddressLow, int statusAddressHigh) implements Request {
    public static final Field ADDRESS_LOW = Field.u32("StatusWordLowAddress", 24);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecIopReset> KIND = MessageKind.of(ExecIopReset.class, "ExecIopReset", 32,
        DeviceClass.EXECUTIVE, Function.EXEC_IOP_RESET, ADDRESS_LOW, Field.u32("StatusWordHighAddress", 28));
}
