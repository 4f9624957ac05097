package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Asks for the logical configuration table, at once or when it changes. The IOP writes as much as fits and answers success.
 * Immutable; any thread.
 *
 * <p>Source: I2O 1.5 logical configuration table; SIG executive header.
 *
 * @param classIdentifier which entries: {@link dev.spine.i2o.ClassId#MATCH_ALL} or a word whose parts may be wildcards
 * @param lastReportedChangeIndicator 0 to be answered at once; else the request is held until the table's indicator reaches this value
 * @param sgl the buffer for the table
 */
public record ExecLctNotify(int classIdentifier, int lastReportedChangeIndicator, List<SglElement> sgl) implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<ExecLctNotify> KIND = MessageKind.of(ExecLctNotify.class, "ExecLctNotify", 24,
        DeviceClass.EXECUTIVE, Function.EXEC_LCT_NOTIFY, Field.u32("ClassIdentifier", 16),
        Field.u32("LastReportedChangeIndicator", 20));

    /** Copies the list. */
    public ExecLctNotify {
        sgl = List.copyOf(sgl);
    }
}
