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
 * Resets the IOP. It answers by a status word in memory ({@link ResetStatus}), never by a reply frame.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param statusAddressLow bus address of the status word, lower half
 * @param statusAddressHigh bus address of the status word, upper half
 */
public record ExecIopReset(int statusAddressLow, int statusAddressHigh) implements Request {
    /** Bus address of the status word, lower half. */
    public static final Field ADDRESS_LOW = Field.u32("StatusWordLowAddress", 24);
    private static final Field ADDRESS_HIGH = Field.u32("StatusWordHighAddress", 28);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecIopReset> KIND = MessageKind.request(
        Layout.of("ExecIopReset", 32, ADDRESS_LOW, ADDRESS_HIGH),
        DeviceClass.EXECUTIVE, Function.EXEC_IOP_RESET, ExecIopReset::parse);

    private static ExecIopReset parse(MessageFrame frame) {
        return new ExecIopReset(ADDRESS_LOW.get(frame), ADDRESS_HIGH.get(frame));
    }

    @Override
    public MessageKind<ExecIopReset> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        ADDRESS_LOW.set(frame, statusAddressLow);
        ADDRESS_HIGH.set(frame, statusAddressHigh);
    }
}
