package dev.spine.i2o.message.ddm;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * An adapter that was suspended goes on.
 *
 * <p>Source: I2O DDM class; IRTOS DDM library header.
 *
 * @param adapterId the IOP's number for the adapter
 */
public record DdmAdapterResume(int adapterId) implements Request {
    /** The IOP's number for the adapter. */
    public static final Field ADAPTER_ID = Field.u32("AdapterID", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<DdmAdapterResume> KIND = MessageKind.request(
        Layout.of("DdmAdapterResume", 20, ADAPTER_ID),
        DeviceClass.DDM, Function.DDM_ADAPTER_RESUME, DdmAdapterResume::parse);

    /**
     * Reads the message.
     *
     * @param frame a checked frame of this kind; words that it leaves out count as 0
     * @return its values
     */
    public static DdmAdapterResume parse(MessageFrame frame) {
        return new DdmAdapterResume(ADAPTER_ID.get(frame));
    }

    @Override
    public MessageKind<DdmAdapterResume> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        ADAPTER_ID.set(frame, adapterId);
    }
}
