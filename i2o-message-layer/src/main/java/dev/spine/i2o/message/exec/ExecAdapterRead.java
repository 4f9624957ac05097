package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Reads registers or memory of an adapter. Immutable; any thread.
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
    public static final Field ADAPTER_ID = Field.u32("AdapterID", 16);
    public static final Field LENGTH = Field.u32("Length", 28);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecAdapterRead> KIND = MessageKind.of(ExecAdapterRead.class, "ExecAdapterRead", 32,
        DeviceClass.EXECUTIVE, Function.EXEC_ADAPTER_READ, ADAPTER_ID, Field.u32("RequestFlags", 20),
        Field.u32("Offset", 24), LENGTH);

    /** Copies the list. */
    public ExecAdapterRead {
        sgl = List.copyOf(sgl);
    }
}
