package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Asks for the status block, which the IOP writes to memory, its last byte last. No reply frame is ever sent. Immutable; any thread.
 *
 * <p>The contexts of the header stand in reserved words here; drivers fill them all the same.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param bufferAddressLow bus address of the buffer, lower half
 * @param bufferAddressHigh bus address of the buffer, upper half
 * @param bufferBytes bytes of the buffer, 88 for a whole status block
 */
public record ExecStatusGet(int bufferAddressLow, int bufferAddressHigh, int bufferBytes) implements Request {
    public static final Field ADDRESS_LOW = Field.u32("ReplyBufferAddressLow", 24);
    public static final Field LENGTH = Field.u32("ReplyBufferLength", 32);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecStatusGet> KIND = MessageKind.of(ExecStatusGet.class, "ExecStatusGet", 36,
        DeviceClass.EXECUTIVE, Function.EXEC_STATUS_GET, ADDRESS_LOW, Field.u32("ReplyBufferAddressHigh", 28), LENGTH);
}
