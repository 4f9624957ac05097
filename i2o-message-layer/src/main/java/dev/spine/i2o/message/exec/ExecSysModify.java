package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Replaces the system table of a running IOP. What the buffer holds is not public; it is taken to be a system table.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param sgl the new system table
 */
public record ExecSysModify(List<SglElement> sgl) implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<ExecSysModify> KIND = MessageKind.request(
        Layout.of("ExecSysModify", 16),
        DeviceClass.EXECUTIVE, Function.EXEC_SYS_MODIFY, ExecSysModify::parse);

    /** Copies the list. */
    public ExecSysModify {
        sgl = List.copyOf(sgl);
    }

    private static ExecSysModify parse(MessageFrame frame) {
        return new ExecSysModify(SglElement.readAll(frame, KIND.sglWord(frame)));
    }

    @Override
    public MessageKind<ExecSysModify> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + SglElement.words(sgl);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, KIND.minWords());
        SglElement.writeAll(frame, KIND.minWords(), sgl);
    }
}
