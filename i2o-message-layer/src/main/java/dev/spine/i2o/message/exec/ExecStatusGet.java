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
 * Asks for the status block, which the IOP writes to memory, its last byte last. No reply frame is ever sent.
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
    /** Bus address of the buffer, lower half. */
    public static final Field ADDRESS_LOW = Field.u32("ReplyBufferAddressLow", 24);
    private static final Field ADDRESS_HIGH = Field.u32("ReplyBufferAddressHigh", 28);
    /** Bytes of the buffer, 88 for a whole status block. */
    public static final Field LENGTH = Field.u32("ReplyBufferLength", 32);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecStatusGet> KIND = MessageKind.request(
        Layout.of("ExecStatusGet", 36, ADDRESS_LOW, ADDRESS_HIGH, LENGTH),
        DeviceClass.EXECUTIVE, Function.EXEC_STATUS_GET, ExecStatusGet::parse);

    private static ExecStatusGet parse(MessageFrame frame) {
        return new ExecStatusGet(ADDRESS_LOW.get(frame), ADDRESS_HIGH.get(frame), LENGTH.get(frame));
    }

    @Override
    public MessageKind<ExecStatusGet> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        ADDRESS_LOW.set(frame, bufferAddressLow);
        ADDRESS_HIGH.set(frame, bufferAddressHigh);
        LENGTH.set(frame, bufferBytes);
    }
}
