package dev.spine.i2o.message.scsi;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Resets the adapter and its bus.
 *
 * <p>Source: I2O 1.5 bus adapter class; SIG headers.
 */
public record AdapterReset() implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<AdapterReset> KIND = MessageKind.request(
        Layout.of("HbaAdapterReset", 16),
        DeviceClass.BUS_ADAPTER, Function.HBA_ADAPTER_RESET, AdapterReset::parse);

    private static AdapterReset parse(MessageFrame frame) {
        return new AdapterReset();
    }

    @Override
    public MessageKind<AdapterReset> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
    }
}
