package dev.spine.i2o.message.scsi;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Reply;

/**
 * The reply of a command that ended well.
 *
 * <p>Source: I2O 1.5 SCSI peripheral class; SIG headers.
 *
 * @param deviceStatus a value of {@link ScsiStatus}
 * @param adapterStatus a value of {@link AdapterStatus}
 * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}
 * @param transferCount bytes that were transferred
 */
public record ScsiReply(int deviceStatus, int adapterStatus, int requestStatus, int transferCount) implements Reply {
    private static final Field DEVICE_STATUS = Field.u8("DeviceStatus", 16);
    private static final Field ADAPTER_STATUS = Field.u8("AdapterStatus", 17);
    private static final Field REQ_STATUS = Field.u8("ReqStatus", 19);
    private static final Field TRANSFER_COUNT = Field.u32("TransferCount", 20);
    /** Entry of the catalogue. */
    public static final MessageKind<ScsiReply> KIND = MessageKind.reply(
        Layout.of("ScsiSuccessReply", 24, DEVICE_STATUS, ADAPTER_STATUS, REQ_STATUS, TRANSFER_COUNT),
        DeviceClass.SCSI_PERIPHERAL, MessageKind.ANY_FUNCTION, ScsiReply::parse);

    private static ScsiReply parse(MessageFrame frame) {
        return new ScsiReply(DEVICE_STATUS.get(frame), ADAPTER_STATUS.get(frame), REQ_STATUS.get(frame), TRANSFER_COUNT.get(frame));
    }

    @Override
    public MessageKind<ScsiReply> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame request, MessageFrame reply) {
        KIND.beginReply(request, reply, sizeWords(), MessageFlags.FINAL_REPLY, 0);
        DEVICE_STATUS.set(reply, deviceStatus);
        ADAPTER_STATUS.set(reply, adapterStatus);
        REQ_STATUS.set(reply, requestStatus);
        TRANSFER_COUNT.set(reply, transferCount);
    }
}
