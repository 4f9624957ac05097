package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Asks for the hardware resource table. The IOP writes as much as fits and answers success. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 hardware resource table; SIG executive header.
 *
 * @param sgl the buffer for the table
 */
public record ExecHrtGet(List<SglElement> sgl) implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<ExecHrtGet> KIND = MessageKind.of(ExecHrtGet.class, "ExecHrtGet", 16,
        DeviceClass.EXECUTIVE, Function.EXEC_HRT_GET);

    /** Copies the list. */
    public ExecHrtGet {
        sgl = List.copyOf(sgl);
    }
}
