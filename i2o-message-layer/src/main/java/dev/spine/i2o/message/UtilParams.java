package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Reads or modifies parameter groups. The operation list is the first buffer of the scatter-gather list, the result list the second;
 * either may be split.
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
    public static final MessageKind<UtilParams> GET = MessageKind.request(layout("UtilParamsGet"),
        DeviceClass.ANY, Function.UTIL_PARAMS_GET, frame -> parse(UtilParams.GET, frame));
    /** Modifies. Two drivers leave the result list out. */
    public static final MessageKind<UtilParams> SET = MessageKind.request(layout("UtilParamsSet"),
        DeviceClass.ANY, Function.UTIL_PARAMS_SET, frame -> parse(UtilParams.SET, frame));

    /** Copies the list. */
    public UtilParams {
        sgl = List.copyOf(sgl);
    }

    private static Layout layout(String name) {
        return Layout.of(name, 20, OPERATION_FLAGS);
    }

    private static UtilParams parse(MessageKind<UtilParams> kind, MessageFrame frame) {
        return new UtilParams(kind, OPERATION_FLAGS.get(frame),
            SglElement.readAll(frame, kind.sglWord(frame)));
    }

    @Override
    public int sizeWords() {
        return kind.minWords() + SglElement.words(sgl);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        kind.beginRequest(frame, header, sizeWords(), 0, kind.minWords());
        OPERATION_FLAGS.set(frame, operationFlags);
        SglElement.writeAll(frame, kind.minWords(), sgl);
    }

    @Override
    public String toString() {
        return kind.name() + "[operationFlags=" + operationFlags + ", sgl=" + sgl + "]";
    }
}
