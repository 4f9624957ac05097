package dev.spine.i2o.message.block;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Changes the power state. A driver leaves word 4 out of the copied frame, another writes the operation at byte 19:
 * {@link #effectiveOperation} finds it. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 *
 * @param controlFlags bits of {@link TransferFlags}
 * @param timeMultiplier by how much the base timeouts of group 0x0001 are multiplied; 0 counts as 1
 * @param replyType when to answer; one driver writes the operation here
 * @param operation one of {@link PowerOperation}
 */
public record PowerManagement(int controlFlags, int timeMultiplier, int replyType, int operation) implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<PowerManagement> KIND = MessageKind.of(PowerManagement.class, "PowerManagement", 24,
        DeviceClass.RANDOM_BLOCK_STORAGE, Function.BSA_POWER_MANAGEMENT, Field.u16("ControlFlags", 16),
        Field.u8("TimeMultiplier", 18), Field.u8("ReplyType", 19), Field.u8("Operation", 20));

    /**
     * {@return the operation, wherever a driver wrote it; 0 if it was not transferred at all, which is answered with success and no change}
     */
    public int effectiveOperation() {
        return operation != 0 ? operation : replyType;
    }
}
