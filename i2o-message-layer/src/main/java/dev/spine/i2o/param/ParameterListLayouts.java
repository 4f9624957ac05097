package dev.spine.i2o.param;

import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import java.util.List;

/**
 * The fixed parts of operation and result lists, for tests and the printed specification. Where a list of indices, keys or values begins,
 * its first element is the field. Any thread.
 *
 * <p>Source: I2O 1.5 parameter access; SIG message header.
 */
public final class ParameterListLayouts {
    private static final Field OPERATION = Field.u16("Operation", 0);
    private static final Field GROUP_NUMBER = Field.u16("GroupNumber", 2);
    private static final Field FIELD_COUNT = Field.u16("FieldCount", 4);
    private static final Field BLOCK_SIZE = Field.u16("BlockSize", 0);
    private static final Field BLOCK_STATUS = Field.u8("BlockStatus", 2);
    private static final Field ERROR_INFO_SIZE = Field.u8("ErrorInfoSize", 3);

    /** Every layout, operations before results. */
    public static final List<Layout> ALL = List.of(
        Layout.of("OperationListHeader", 4, Field.u16("OperationCount", 0)),
        Layout.of("OperationOnFields", 8, OPERATION, GROUP_NUMBER, FIELD_COUNT, Field.u16("FieldIdx", 6)),
        Layout.of("OperationOnAllFields", 6, OPERATION, GROUP_NUMBER, FIELD_COUNT),
        Layout.of("OperationOnRows", 9, OPERATION, GROUP_NUMBER, FIELD_COUNT, Field.u16("KeyCount", 6), Field.u8("KeyValue", 8)),
        Layout.of("OperationRowDelete", 7, OPERATION, GROUP_NUMBER, Field.u16("RowCount", 4), Field.u8("KeyValue", 6)),
        Layout.of("OperationTableClear", 4, OPERATION, GROUP_NUMBER),
        Layout.of("ResultListHeader", 4, Field.u16("ResultCount", 0)),
        Layout.of("ResultBlock", 4, BLOCK_SIZE, BLOCK_STATUS, ERROR_INFO_SIZE),
        Layout.of("TableResultBlock", 8, BLOCK_SIZE, BLOCK_STATUS, ERROR_INFO_SIZE, Field.u16("RowCount", 4), Field.u16("MoreFlag", 6)),
        Layout.of("ErrorInformation", 8, Field.u16("OperationCode", 0), GROUP_NUMBER, Field.u16("FieldIdx", 4),
            Field.u8("AdditionalStatus", 6), Field.u8("NumberKeys", 7)));

    private ParameterListLayouts() {
    }
}
