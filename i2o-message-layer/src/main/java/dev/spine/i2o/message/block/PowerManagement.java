package dev.spine.i2o.message.block;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Changes the power state. A driver leaves word 4 out of the copied frame, another writes the operation at byte 19:
 * {@link #effectiveOperation} finds it.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 *
 * @param controlFlags bits of {@link TransferFlags}
 * @param timeMultiplier by how much the base timeouts of group 0x0001 are multiplied; 0 counts as 1
 * @param replyType when to answer; one driver writes the operation here
 * @param operation one of {@link PowerOperation}
 */
public record PowerManagement(int controlFlags, int timeMultiplier, int replyType, int operation) implements Request {
    private static final Field CONTROL_FLAGS = Field.u16("ControlFlags", 16);
    private static final Field TIME_MULTIPLIER = Field.u8("TimeMultiplier", 18);
    private static final Field REPLY_TYPE = Field.u8("ReplyType", 19);
    private static final Field OPERATION = Field.u8("Operation", 20);
    /** Entry of the catalogue. */
    public static final MessageKind<PowerManagement> KIND = MessageKind.request(
        Layout.of("PowerManagement", 24, CONTROL_FLAGS, TIME_MULTIPLIER, REPLY_TYPE, OPERATION),
        DeviceClass.RANDOM_BLOCK_STORAGE, Function.BSA_POWER_MANAGEMENT, PowerManagement::parse);

    private static PowerManagement parse(MessageFrame frame) {
        return new PowerManagement(CONTROL_FLAGS.get(frame), TIME_MULTIPLIER.get(frame), REPLY_TYPE.get(frame), OPERATION.get(frame));
    }

    @Override
    public MessageKind<PowerManagement> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        CONTROL_FLAGS.set(frame, controlFlags);
        TIME_MULTIPLIER.set(frame, timeMultiplier);
        REPLY_TYPE.set(frame, replyType);
        OPERATION.set(frame, operation);
    }

    /**
     * {@return the operation, wherever a driver wrote it; 0 if it was not transferred at all, which is answered with success and no change}
     */
    public int effectiveOperation() {
        return operation != 0 ? operation : replyType;
    }
}
