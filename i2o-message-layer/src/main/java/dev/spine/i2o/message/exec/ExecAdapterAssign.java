package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.table.HardwareResourceTable;

/**
 * Gives an adapter to a device module. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param ddmTid the device module
 * @param operationFlags 0x01 to keep it so after a restart
 * @param adapter the adapter's entry of the HRT
 */
public record ExecAdapterAssign(int ddmTid, int operationFlags, HardwareResourceTable.Entry adapter) implements Request {
    public static final Field DDM_TID = Field.u12("DdmTID", 16);
    public static final Field ENTRY = Field.bytes("HRTEntry", 20, HardwareResourceTable.Entry.BYTES);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecAdapterAssign> KIND = MessageKind.of(ExecAdapterAssign.class,
        "ExecAdapterAssign", 36, DeviceClass.EXECUTIVE, Function.EXEC_ADAPTER_ASSIGN, DDM_TID,
        Field.u8("OperationFlags", 19), ENTRY);
}
