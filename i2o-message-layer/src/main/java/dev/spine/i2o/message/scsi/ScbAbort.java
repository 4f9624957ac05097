package dev.spine.i2o.message.scsi;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Aborts a command of the same initiator.
 *
 * <p>Source: I2O 1.5 SCSI peripheral class; SIG headers.
 *
 * @param transactionContextToAbort transaction context of the command to abort
 */
public record ScbAbort(int transactionContextToAbort) implements Request {
    /** Transaction context of the command to abort. */
    public static final Field TRANSACTION_CONTEXT_TO_ABORT = Field.u32("TransactionContextToAbort", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<ScbAbort> KIND = MessageKind.request(
        Layout.of("ScsiScbAbort", 20, TRANSACTION_CONTEXT_TO_ABORT),
        DeviceClass.SCSI_PERIPHERAL, Function.SCSI_SCB_ABORT, ScbAbort::parse);

    private static ScbAbort parse(MessageFrame frame) {
        return new ScbAbort(TRANSACTION_CONTEXT_TO_ABORT.get(frame));
    }

    @Override
    public MessageKind<ScbAbort> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        TRANSACTION_CONTEXT_TO_ABORT.set(frame, transactionContextToAbort);
    }
}
