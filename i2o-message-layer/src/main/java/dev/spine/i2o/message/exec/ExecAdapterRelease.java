package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.Words;
import dev.spine.i2o.table.HardwareResourceTable;

/**
 * Takes an adapter from its device module.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param operationFlags 0x01 to keep it so after a restart
 * @param adapter the adapter's entry of the HRT
 */
public record ExecAdapterRelease(int operationFlags, HardwareResourceTable.Entry adapter) implements Request {
    private static final Field OPERATION_FLAGS = Field.u8("OperationFlags", 19);
    /** The adapter's entry of the HRT. */
    public static final Field ENTRY = Field.bytes("HRTEntry", 20, HardwareResourceTable.Entry.BYTES);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecAdapterRelease> KIND = MessageKind.request(
        Layout.of("ExecAdapterRelease", 36, OPERATION_FLAGS, ENTRY),
        DeviceClass.EXECUTIVE, Function.EXEC_ADAPTER_RELEASE, ExecAdapterRelease::parse);

    private static ExecAdapterRelease parse(MessageFrame frame) {
        return new ExecAdapterRelease(OPERATION_FLAGS.get(frame), Words.adapter(frame, ENTRY));
    }

    @Override
    public MessageKind<ExecAdapterRelease> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        OPERATION_FLAGS.set(frame, operationFlags);
        adapter.emit(frame.memory(), frame.offset() + ENTRY.byteOffset());
    }
}
