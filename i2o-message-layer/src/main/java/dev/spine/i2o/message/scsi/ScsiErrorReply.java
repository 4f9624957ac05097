package dev.spine.i2o.message.scsi;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Reply;

/**
 * The reply of a command that failed, with sense data if the request asked for it.
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
    private static final Field DEVICE_STATUS = Field.u8("DeviceStatus", 16);
    private static final Field ADAPTER_STATUS = Field.u8("AdapterStatus", 17);
    private static final Field REQ_STATUS = Field.u8("ReqStatus", 19);
    private static final Field TRANSFER_COUNT = Field.u32("TransferCount", 20);
    private static final Field AUTO_SENSE_TRANSFER_COUNT = Field.u32("AutoSenseTransferCount", 24);
    private static final Field SENSE_DATA = Field.bytes("SenseData", 28, 40);
    /** Entry of the catalogue. */
    public static final MessageKind<ScsiErrorReply> KIND = MessageKind.reply(
        Layout.of("ScsiErrorReply", 68, DEVICE_STATUS, ADAPTER_STATUS, REQ_STATUS, TRANSFER_COUNT, AUTO_SENSE_TRANSFER_COUNT, SENSE_DATA),
        DeviceClass.SCSI_PERIPHERAL, MessageKind.ANY_FUNCTION, ScsiErrorReply::parse);

    private static ScsiErrorReply parse(MessageFrame frame) {
        return new ScsiErrorReply(
            DEVICE_STATUS.get(frame), ADAPTER_STATUS.get(frame), REQ_STATUS.get(frame), TRANSFER_COUNT.get(frame),
            AUTO_SENSE_TRANSFER_COUNT.get(frame), SENSE_DATA.getBytes(frame));
    }

    @Override
    public MessageKind<ScsiErrorReply> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame request, MessageFrame reply) {
        KIND.beginReply(request, reply, sizeWords(), MessageFlags.FINAL_REPLY, 0);
        DEVICE_STATUS.set(reply, deviceStatus);
        ADAPTER_STATUS.set(reply, adapterStatus);
        REQ_STATUS.set(reply, requestStatus);
        TRANSFER_COUNT.set(reply, transferCount);
        AUTO_SENSE_TRANSFER_COUNT.set(reply, autoSenseTransferCount);
        SENSE_DATA.setBytes(reply, senseData);
    }
}
