package dev.spine.i2o.message.scsi;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Aborts a command of the same initiator. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 SCSI peripheral class; SIG headers.
 *
 * @param transactionContextToAbort transaction context of the command to abort
 */
public record ScbAbort(int transactionContextToAbort) implements Request {
    public static final Field TRANSACTION_CONTEXT_TO_ABORT = Field.u32("TransactionContextToAbort", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<ScbAbort> KIND = MessageKind.of(ScbAbort.class, "ScsiScbAbort", 20,
        DeviceClass.SCSI_PERIPHERAL, Function.SCSI_SCB_ABORT, TRANSACTION_CONTEXT_TO_ABORT);
}
