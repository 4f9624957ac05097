package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Asks for the logical configuration table, at once or when it changes. The IOP writes as much as fits and answers success.
 *
 * <p>Source: I2O 1.5 logical configuration table; SIG executive header.
 *
 * @param classIdentifier which entries: {@link dev.spine.i2o.ClassId#MATCH_ALL} or a word whose parts may be wildcards
 * @param lastReportedChangeIndicator 0 to be answered at once; else the request is held until the table's indicator reaches this value
 * @param sgl the buffer for the table
 */
public record ExecLctNotify(int classIdentifier, int lastReportedChangeIndicator, List<SglElement> sgl) implements Request {
    private static final Field CLASS_IDENTIFIER = Field.u32("ClassIdentifier", 16);
    private static final Field LAST_REPORTED = Field.u32("LastReportedChangeIndicator", 20);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecLctNotify> KIND = MessageKind.request(
        Layout.of("ExecLctNotify", 24, CLASS_IDENTIFIER, LAST_REPORTED),
        DeviceClass.EXECUTIVE, Function.EXEC_LCT_NOTIFY, ExecLctNotify::parse);

    /** Copies the list. */
    public ExecLctNotify {
        sgl = List.copyOf(sgl);
    }

    private static ExecLctNotify parse(MessageFrame frame) {
        return new ExecLctNotify(CLASS_IDENTIFIER.get(frame), LAST_REPORTED.get(frame), SglElement.readAll(frame, KIND.sglWord(frame)));
    }

    @Override
    public MessageKind<ExecLctNotify> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + SglElement.words(sgl);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, KIND.minWords());
        CLASS_IDENTIFIER.set(frame, classIdentifier);
        LAST_REPORTED.set(frame, lastReportedChangeIndicator);
        SglElement.writeAll(frame, KIND.minWords(), sgl);
    }
}
