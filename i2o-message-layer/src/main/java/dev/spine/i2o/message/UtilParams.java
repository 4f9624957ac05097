package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Reads or modifies parameter groups. The operation list is the first buffer of the scatter-gather list, the result list the second;
 * either may be split. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 parameter access; SIG utility header.
 *
 * @param kind which of them
 * @param operationFlags 0; its bits are not public
 * @param sgl operation list, then result list, each ended by end-of-buffer
 */
public record UtilParams(MessageKind<UtilParams> kind, int operationFlags, List<SglElement> sgl) implements Request {
    private static final Field OPERATION_FLAGS = Field.u32("OperationFlags", 16);
    /** Reads. */
    public static final MessageKind<UtilParams> GET = MessageKind.of(UtilParams.class, "UtilParamsGet", 20,
        DeviceClass.ANY, Function.UTIL_PARAMS_GET, OPERATION_FLAGS);
    /** Modifies. Two drivers leave the result list out. */
    public static final MessageKind<UtilParams> SET = MessageKind.of(UtilParams.class, "UtilParamsSet", 20,
        DeviceClass.ANY, Function.UTIL_PARAMS_SET, OPERATION_FLAGS);

    /** Copies the list. */
    public UtilParams {
        sgl = List.copyOf(sgl);
    }

    @Override
    public String toString() {
        return kind.text(this);
    }
}
