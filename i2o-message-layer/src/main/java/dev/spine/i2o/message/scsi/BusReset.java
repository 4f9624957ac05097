package dev.spine.i2o.message.scsi;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Resets the bus: commands under way are answered as reset.
 *
 * <p>Source: I2O 1.5 bus adapter class; SIG headers.
 */
public record BusReset() implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<BusReset> KIND = MessageKind.request(
        Layout.of("HbaBusReset", 16),
        DeviceClass.BUS_ADAPTER, Function.HBA_BUS_RESET, BusReset::parse);

    private static BusReset parse(MessageFrame frame) {
        return new BusReset();
    }

    @Override
    public MessageKind<BusReset> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
    }
}
