package dev.spine.i2o.param;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.param.ParameterAccess.Outcome;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation of an operation list, and every block status that an object can answer, with the operation that makes it. */
class ParameterOperationsTest {
    private static final ParameterGroup SCALAR = ParameterGroup.scalar(1, "Scalar").u32("Fixed", "Setting").build();
    private static final ParameterGroup TABLE = ParameterGroup.dynamicTable(2, "Table").u16("Key").u32("Value", "Fixed").build();
    private static final int ROW_BYTES = 10;
    private static final int ROOM = 256;
    private static final int MIN_SETTING = 10;

    private final List<long[]> rows = new ArrayList<>(List.of(new long[] {1, 100, 7}, new long[] {2, 200, 8}));
    private long setting = 50;
    private final ParameterAccess access = new ParameterAccess(new ParameterSet()
        .add(new ScalarValues(SCALAR).number("Fixed", 5).setting("Setting", () -> setting, this::set))
        .add(TABLE, new Rows()));
    private final MemorySegment result = MemorySegment.ofArray(new byte[ROOM]);

    private boolean set(long value) {
        setting = value >= MIN_SETTING ? value : setting;
        return value >= MIN_SETTING;
    }

    /** Rows whose second field can be set, to an even number. */
    private final class Rows implements GroupValues {
        @Override
        public int rowCount() {
            return rows.size();
        }

        @Override
        public FieldValue read(int row, int field) {
            return FieldValue.number(rows.get(row)[field]);
        }

        @Override
        public boolean isWritable(int field) {
            return field == 1;
        }

        @Override
        public int write(int row, int field, FieldValue value) {
            if (value.number() % 2 != 0) {
                return BlockStatus.OPERATION_ERROR;
            }
            rows.get(row)[field] = value.number();
            return BlockStatus.SUCCESS;
        }

        @Override
        public int addRow(List<FieldValue> values) {
            rows.add(values.stream().mapToLong(FieldValue::number).toArray());
            return BlockStatus.SUCCESS;
        }

        @Override
        public int deleteRow(int row) {
            rows.remove(row);
            return BlockStatus.SUCCESS;
        }

        @Override
        public int clear() {
            rows.clear();
            return BlockStatus.SUCCESS;
        }
    }

    /** An operation list with one operation; integers are written as 16 bits, long integers as 32. */
    private record Operation(String text, int code, int group, List<Object> parts) {
        Operation(String text, int code, int group, Object... parts) {
            this(text, code, group, List.of(parts));
        }

        byte[] list() {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            for (int half : new int[] {1, 0, code, group}) {
                half(out, half);
            }
            for (Object part : parts) {
                if (part instanceof Long wide) {
                    half(out, wide.intValue() & 0xFFFF);
                    half(out, wide.intValue() >>> Short.SIZE);
                } else {
                    half(out, (Integer) part);
                }
            }
            return out.toByteArray();
        }

        private static void half(ByteArrayOutputStream out, int value) {
            out.write(value);
            out.write(value >>> Byte.SIZE);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private record Case(Operation operation, int room, int blockStatus) {
        @Override
        public String toString() {
            return operation + " is answered " + BlockStatus.name(blockStatus);
        }
    }

    private static Case of(int blockStatus, String text, int code, int group, Object... parts) {
        return new Case(new Operation(text, code, group, parts), ROOM, blockStatus);
    }

    private static Case cut(int room, int blockStatus, String text, int code, int group, Object... parts) {
        return new Case(new Operation(text, code, group, parts), room, blockStatus);
    }

    static Stream<Case> everyStatus() {
        int all = OperationCode.ALL_FIELDS;
        return Stream.of(
            of(BlockStatus.SUCCESS, "all of a scalar group", OperationCode.FIELD_GET, 1, all),
            of(BlockStatus.SUCCESS, "one field of a row", OperationCode.LIST_GET, 2, 1, 1, 1, 2),
            of(BlockStatus.SUCCESS, "a column", OperationCode.TABLE_GET, 2, 1, 1),
            of(BlockStatus.SUCCESS, "a setting", OperationCode.FIELD_SET, 1, 1, 1, 60L),
            of(BlockStatus.SUCCESS, "a value in two rows", OperationCode.LIST_SET, 2, 1, 1, 2, 1, 4L, 2, 6L),
            of(BlockStatus.SUCCESS, "a row", OperationCode.ROW_ADD, 2, all, 1, 3, 300L, 9L),
            of(BlockStatus.SUCCESS, "a row less", OperationCode.ROW_DELETE, 2, 1, 1),
            of(BlockStatus.SUCCESS, "no row", OperationCode.TABLE_CLEAR, 2),
            of(BlockStatus.BAD_KEY_ABORTED, "rows that are not there", OperationCode.LIST_GET, 2, all, 2, 8, 9),
            of(BlockStatus.BAD_KEY_ABORTED, "a value in a row that is not there", OperationCode.LIST_SET, 2, 1, 1, 1, 9, 4L),
            of(BlockStatus.BAD_KEY_ABORTED, "a row less that is not there", OperationCode.ROW_DELETE, 2, 1, 9),
            of(BlockStatus.BAD_KEY_CONTINUED, "one row that is there and one that is not", OperationCode.LIST_GET, 2, all, 2, 9, 2),
            cut(4 + 4 + 5, BlockStatus.BUFFER_FULL, "more fields than fit", OperationCode.FIELD_GET, 1, all),
            cut(4 + 4 + 4 + ROW_BYTES, BlockStatus.BUFFER_FULL, "more rows than fit", OperationCode.TABLE_GET, 2, all),
            cut(4 + 4, BlockStatus.BUFFER_TOO_SMALL, "fields into no room", OperationCode.FIELD_GET, 1, all),
            cut(4 + 4 + 3, BlockStatus.BUFFER_TOO_SMALL, "rows into no room", OperationCode.TABLE_GET, 2, all),
            of(BlockStatus.FIELD_UNWRITEABLE, "a field that is fixed", OperationCode.FIELD_SET, 1, 1, 0, 60L),
            of(BlockStatus.FIELD_UNWRITEABLE, "a key", OperationCode.LIST_SET, 2, 1, 0, 1, 1, 3),
            of(BlockStatus.INSUFFICIENT_FIELDS, "a row without its key", OperationCode.ROW_ADD, 2, 2, 1, 2, 1, 3, 300L, 9L),
            of(BlockStatus.INVALID_GROUP_ID, "a group that is not there", OperationCode.FIELD_GET, 3, all),
            of(BlockStatus.INVALID_OPERATION, "the rest of a cut answer", OperationCode.MORE_GET, 2, all, 0),
            of(BlockStatus.INVALID_OPERATION, "sizes", OperationCode.SIZE_GET, 2, all, 0),
            of(BlockStatus.INVALID_OPERATION, "an operation that nobody knows", 0x000B, 2, all, 0),
            of(BlockStatus.NO_SUCH_FIELD, "a field too many", OperationCode.FIELD_GET, 1, 1, 2),
            of(BlockStatus.NON_DYNAMIC_GROUP, "no group descriptor", OperationCode.TABLE_CLEAR, 0xF000),
            of(BlockStatus.OPERATION_ERROR, "a value that is refused", OperationCode.FIELD_SET, 1, 1, 1, 9L),
            of(BlockStatus.OPERATION_ERROR, "a value that a row refuses", OperationCode.LIST_SET, 2, 1, 1, 1, 1, 5L),
            of(BlockStatus.OPERATION_ERROR, "a list that is cut", OperationCode.LIST_SET, 2, 1, 1, 2, 1, 4L, 2),
            of(BlockStatus.WRONG_GROUP_TYPE, "a row of a scalar group", OperationCode.LIST_GET, 1, all, 1, 1),
            of(BlockStatus.WRONG_GROUP_TYPE, "a value in a row of a scalar group", OperationCode.LIST_SET, 1, 1, 1, 1, 1, 4L),
            of(BlockStatus.WRONG_GROUP_TYPE, "fields of a table", OperationCode.FIELD_GET, 2, all));
    }

    private Outcome set(Operation operation, int room) {
        byte[] list = operation.list();
        return access.set(MemorySegment.ofArray(list), 0, list.length, result, 0, room);
    }

    private ResultList.Block blockOf(Operation operation) {
        Outcome outcome = set(operation, ROOM);
        return ResultList.parse(result, 0, outcome.resultBytes()).blocks().getFirst();
    }

    @ParameterizedTest
    @MethodSource("everyStatus")
    void anOperationHasItsStatus(Case asked) {
        Outcome outcome = set(asked.operation(), asked.room());
        ResultList.Block block = ResultList.parse(result, 0, outcome.resultBytes()).blocks().getFirst();
        assertEquals(BlockStatus.name(asked.blockStatus()), BlockStatus.name(block.status()));
        switch (asked.blockStatus()) {
            case BlockStatus.SUCCESS -> assertEquals(RequestStatus.SUCCESS, outcome.requestStatus());
            case BlockStatus.BUFFER_FULL -> {
                assertEquals(RequestStatus.ERROR_PARTIAL_TRANSFER, outcome.requestStatus());
                assertEquals(DetailedStatus.UNKNOWN_ERROR, outcome.detailedStatus(), "counted as success by a driver");
            }
            case BlockStatus.BAD_KEY_CONTINUED -> assertEquals(RequestStatus.ERROR_PARTIAL_TRANSFER, outcome.requestStatus());
            default -> {
                assertEquals(RequestStatus.ERROR_NO_DATA_TRANSFER, outcome.requestStatus());
                assertEquals(DetailedStatus.INVALID_PARAMETER, outcome.detailedStatus());
            }
        }
    }

    @Test
    void operationsReturnOrChangeWhatTheySay() {
        assertEquals("05000000" + "32000000",
            blockOf(new Operation("", OperationCode.FIELD_GET, 1, OperationCode.ALL_FIELDS)).data().toString());
        assertEquals("01000000" + "c8000000", blockOf(new Operation("", OperationCode.LIST_GET, 2, 1, 1, 1, 2)).data().toString());
        assertEquals("02000000" + "64000000" + "c8000000", blockOf(new Operation("", OperationCode.TABLE_GET, 2, 1, 1)).data().toString());
        set(new Operation("", OperationCode.FIELD_SET, 1, 1, 1, 60L), ROOM);
        assertEquals(60, setting);
        set(new Operation("", OperationCode.LIST_SET, 2, 1, 1, 2, 1, 4L, 2, 6L), ROOM);
        assertEquals(List.of(4L, 6L), rows.stream().map(row -> row[1]).toList());
        set(new Operation("", OperationCode.ROW_ADD, 2, OperationCode.ALL_FIELDS, 1, 3, 300L, 9L), ROOM);
        assertEquals(3, rows.size());
        set(new Operation("", OperationCode.ROW_DELETE, 2, 1, 1), ROOM);
        assertEquals(List.of(2L, 3L), rows.stream().map(row -> row[0]).toList());
        set(new Operation("", OperationCode.TABLE_CLEAR, 2), ROOM);
        assertTrue(rows.isEmpty());
    }

    @Test
    void settingRowsStopsAtTheFirstThatCannotBeSet() {
        set(new Operation("", OperationCode.LIST_SET, 2, 1, 1, 3, 1, 4L, 9, 6L, 2, 8L), ROOM);
        assertEquals(List.of(4L, 200L), rows.stream().map(row -> row[1]).toList());
    }

    @Test
    void aReadMessageSetsNoRow() {
        byte[] list = new Operation("", OperationCode.LIST_SET, 2, 1, 1, 1, 1, 4L).list();
        access.get(MemorySegment.ofArray(list), 0, list.length, result, 0, ROOM);
        assertEquals(100, rows.getFirst()[1]);
    }

    @Test
    void theErrorInformationNamesTheKey() {
        ResultList.Block block = blockOf(new Operation("", OperationCode.LIST_GET, 2, 1, 1, 3, 9, 1, 10));
        assertEquals(BlockStatus.BAD_KEY_CONTINUED, block.status());
        assertEquals("01000000" + "64000000", block.data().toString(), "the row that is there");
        assertEquals("0200" + "0200" + "0000" + "00" + "01" + "0900" + "0000", block.errorInformation().toString());
        Outcome cut = set(new Operation("", OperationCode.LIST_GET, 2, OperationCode.ALL_FIELDS, 3, 9, 1, 2), 4 + 4 + 4 + 12 + ROW_BYTES);
        ResultList.Block shorter = ResultList.parse(result, 0, cut.resultBytes()).blocks().getFirst();
        assertEquals("00000100", shorter.data().toString(), "no row, and more to come: the error information goes first");
        assertEquals(BlockStatus.BAD_KEY_CONTINUED, shorter.status());
    }

    @Test
    void anInitiatorMakesTheSameListSet() {
        OperationList list = new OperationList().listSet(TABLE, FieldValue.number(2), "Value", FieldValue.number(6));
        Octets octets = list.octets();
        Outcome outcome = access.set(MemorySegment.ofArray(octets.toArray()), 0, octets.size(), result, 0, ROOM);
        assertEquals(RequestStatus.SUCCESS, outcome.requestStatus());
        assertEquals(6, rows.get(1)[1]);
    }
}
