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
 * An adapter is taken away from the DDM.
 *
 * <p>Source: I2O DDM class; IRTOS DDM library header.
 *
 * @param adapterId the IOP's number for the adapter
 * @param operationFlags bits of {@link dev.spine.i2o.message.OperationFlags}
 */
public record DdmAdapterRelease(int adapterId, int operationFlags) implements Request {
    /** The IOP's number for the adapter. */
    public static final Field ADAPTER_ID = Field.u32("AdapterID", 16);
    /** Bits of {@link dev.spine.i2o.message.OperationFlags}. */
    public static final Field OPERATION_FLAGS = Field.u8("OperationFlags", 23);
    /** Entry of the catalogue. */
    public static final MessageKind<DdmAdapterRelease> KIND = MessageKind.request(
        Layout.of("DdmAdapterRelease", 24, ADAPTER_ID, OPERATION_FLAGS),
        DeviceClass.DDM, Function.DDM_ADAPTER_RELEASE, DdmAdapterRelease::parse);

    /**
     * Reads the message.
     *
     * @param frame a checked frame of this kind; words that it leaves out count as 0
     * @return its values
     */
    public static DdmAdapterRelease parse(MessageFrame frame) {
        return new DdmAdapterRelease(ADAPTER_ID.get(frame), OPERATION_FLAGS.get(frame));
    }

    @Override
    public MessageKind<DdmAdapterRelease> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        ADAPTER_ID.set(frame, adapterId);
        OPERATION_FLAGS.set(frame, operationFlags);
    }
}
