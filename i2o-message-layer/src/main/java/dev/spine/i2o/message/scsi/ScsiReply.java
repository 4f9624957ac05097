package dev.spine.i2o.message.scsi;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Reply;

/**
 * The reply of a command that ended well. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 SCSI peripheral class; SIG headers.
 *
 * @param deviceStatus a value of {@link ScsiStatus}
 * @param adapterStatus a value of {@link AdapterStatus}
 * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}
 * @param transferCount bytes that were transferred
 */
public record ScsiReply(int deviceStatus, int adapterStatus, int requestStatus, int transferCount) implements Reply {
    /** Entry of the catalogue. */
    public static final MessageKind<ScsiReply> KIND = MessageKind.of(ScsiReply.class, "ScsiSuccessReply", 24,
        DeviceClass.SCSI_PERIPHERAL, MessageKind.ANY_FUNCTION, Field.u8("DeviceStatus", 16),
        Field.u8("AdapterStatus", 17), Field.u8("ReqStatus", 19), Field.u32("TransferCount", 20));
}
