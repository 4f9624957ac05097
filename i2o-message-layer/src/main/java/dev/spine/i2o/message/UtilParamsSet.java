package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Modifies parameter groups. Two drivers leave the result list out. The operation list is the first buffer of the scatter-gather list, the
 * result list the second; either may be split.
 *
 * <p>Source: I2O 1.5 parameter access; SIG utility header.
 *
 * @param operationFlags 0; its bits are not public
 * @param sgl operation list, then result list, each ended by end-of-buffer
 */
public record UtilParamsSet(int operationFlags, List<SglElement> sgl) implements Request {
    private static final Field OPERATION_FLAGS = Field.u32("OperationFlags", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<UtilParamsSet> KIND = MessageKind.request(
        Layout.of("UtilParamsSet", 20, OPERATION_FLAGS),
        DeviceClass.ANY, Function.UTIL_PARAMS_SET, UtilParamsSet::parse);

    /** Copies the list. */
    public UtilParamsSet {
        sgl = List.copyOf(sgl);
    }

    private static UtilParamsSet parse(MessageFrame frame) {
        return new UtilParamsSet(OPERATION_FLAGS.get(frame), SglElement.readAll(frame, KIND.sglWord(frame)));
    }

    @Override
    public MessageKind<UtilParamsSet> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + SglElement.words(sgl);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, KIND.minWords());
        OPERATION_FLAGS.set(frame, operationFlags);
        SglElement.writeAll(frame, KIND.minWords(), sgl);
    }
}
