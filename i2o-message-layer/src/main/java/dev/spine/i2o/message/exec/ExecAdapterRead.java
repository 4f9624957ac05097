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
 * Reads registers or memory of an adapter.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param adapterId the adapter, as the HRT numbers it
 * @param requestFlags a value of {@link AdapterSpace}
 * @param offset first byte
 * @param length bytes
 * @param sgl the buffer for the bytes
 */
public record ExecAdapterRead(int adapterId, int requestFlags, int offset, int length, List<SglElement> sgl) implements Request {
    /** The adapter, as the HRT numbers it. */
    public static final Field ADAPTER_ID = Field.u32("AdapterID", 16);
    private static final Field REQUEST_FLAGS = Field.u32("RequestFlags", 20);
    private static final Field OFFSET = Field.u32("Offset", 24);
    /** Bytes. */
    public static final Field LENGTH = Field.u32("Length", 28);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecAdapterRead> KIND = MessageKind.request(
        Layout.of("ExecAdapterRead", 32, ADAPTER_ID, REQUEST_FLAGS, OFFSET, LENGTH),
        DeviceClass.EXECUTIVE, Function.EXEC_ADAPTER_READ, ExecAdapterRead::parse);

    /** Copies the list. */
    public ExecAdapterRead {
        sgl = List.copyOf(sgl);
    }

    private static ExecAdapterRead parse(MessageFrame frame) {
        return new ExecAdapterRead(ADAPTER_ID.get(frame), REQUEST_FLAGS.get(frame), OFFSET.get(frame),
            LENGTH.get(frame), SglElement.readAll(frame, KIND.sglWord(frame)));
    }

    @Override
    public MessageKind<ExecAdapterRead> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + SglElement.words(sgl);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, KIND.minWords());
        ADAPTER_ID.set(frame, adapterId);
        REQUEST_FLAGS.set(frame, requestFlags);
        OFFSET.set(frame, offset);
        LENGTH.set(frame, length);
        SglElement.writeAll(frame, KIND.minWords(), sgl);
    }
}
