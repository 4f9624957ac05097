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
 * Asks for the hardware resource table. The IOP writes as much as fits and answers success.
 *
 * <p>Source: I2O 1.5 hardware resource table; SIG executive header.
 *
 * @param sgl the buffer for the table
 */
public record ExecHrtGet(List<SglElement> sgl) implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<ExecHrtGet> KIND = MessageKind.request(
        Layout.of("ExecHrtGet", 16),
        DeviceClass.EXECUTIVE, Function.EXEC_HRT_GET, ExecHrtGet::parse);

    /** Copies the list. */
    public ExecHrtGet {
        sgl = List.copyOf(sgl);
    }

    private static ExecHrtGet parse(MessageFrame frame) {
        return new ExecHrtGet(SglElement.readAll(frame, KIND.sglWord(frame)));
    }

    @Override
    public MessageKind<ExecHrtGet> kind() {
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
