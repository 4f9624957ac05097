package dev.spine.i2o.message.scsi;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Reply;

/**
 * The reply of a command that failed, with sense data if the request asked for it. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 SCSI peripheral class; SIG headers.
 *
 * @param deviceStatus a value of {@link ScsiStatus}
 * @param adapterStatus a value of {@link AdapterStatus}
 * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}
 * @param transferCount bytes that were transferred
 * @param autoSenseTransferCount bytes of sense data
 * @param senseData the sense data, filled with zeros
 */
public record ScsiErrorReply(int deviceStatus, int adapterStatus, int requestStatus, int transferCount,
    int autoSenseTransferCount, Octets senseData) implements Reply {
    /** Entry of the catalogue. */
    public static final MessageKind<ScsiErrorReply> KIND = MessageKind.of(ScsiErrorReply.class, "ScsiErrorReply", 68,
        DeviceClass.SCSI_PERIPHERAL, MessageKind.ANY_FUNCTION, Field.u8("DeviceStatus", 16),
        Field.u8("AdapterStatus", 17), Field.u8("ReqStatus", 19), Field.u32("TransferCount", 20),
        Field.u32("AutoSenseTransferCount", 24), Field.bytes("SenseData", 28, 40));
}
