package dev.spine.i2o.param;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.param.ResultBlocks.Failure;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs operation lists over the parameter groups of one object.
 *
 * <p>What the answer to the request is:
 * <ul>
 * <li>all operations succeeded and their results fit: success;
 * <li>a result was cut because the buffer is too small: error with partial transfer, detailed status 0x18, which a driver counts as
 * success;
 * <li>an operation failed: error, with partial transfer if another one returned something, detailed status 0x11.
 * </ul>
 * An operation that is malformed, or whose length cannot be known, ends the list: its block is the last. Keys without a row: LIST_GET
 * returns the rows of the others (bad key, continued; aborted if there are none), LIST_SET and ROW_DELETE stop there (aborted); the error
 * information names the first of them.
 *
 * <p>Drivers' habits that are accepted: a field index 0xFFFF means all fields; bytes after a template up to the next word are ignored; rows
 * to add come packed when all fields are meant, and each after a 16-bit row number when fields are listed; a request to set may have no
 * result buffer.
 *
 * <p>Nothing that a list says makes a method throw. Belongs to the agent of the object. Source: I2O 1.5 parameter access; SIG utility
 * header; Linux 2.4, Linux 2.6 and NetBSD drivers; the mapping of block status to reply status is a rule of this project.
 */
public final class ParameterAccess {
    private static final int NO_FIELD = OperationCode.ALL_FIELDS;

    private final ParameterSet set;

    /**
     * Makes the access to a set.
     *
     * @param set the groups of the object
     */
    public ParameterAccess(ParameterSet set) {
        this.set = set;
    }

    /**
     * What the target answers.
     *
     * @param requestStatus a value of {@link RequestStatus}
     * @param detailedStatus a value of {@link DetailedStatus}
     * @param resultBytes bytes written into the result buffer
     */
    public record Outcome(int requestStatus, int detailedStatus, int resultBytes) {
    }

    /** Which operations a message may carry. */
    private enum Permission {
        READ,
        READ_AND_MODIFY
    }

    /**
     * Runs the operation list of a ParamsGet.
     *
     * @param list holds the operation list; a copy that nobody else writes
     * @param listOffset byte offset of the list
     * @param listBytes bytes that the list may take
     * @param result where the result list goes
     * @param resultOffset byte offset of the result list
     * @param resultRoom bytes that it may take
     * @return the status to answer with, and how much was written
     */
    public Outcome get(MemorySegment list, long listOffset, int listBytes, MemorySegment result, long resultOffset, int resultRoom) {
        return run(Permission.READ, list, listOffset, listBytes, result, resultOffset, resultRoom);
    }

    /**
     * Runs the operation list of a ParamsSet.
     *
     * @param list holds the operation list; a copy that nobody else writes
     * @param listOffset byte offset of the list
     * @param listBytes bytes that the list may take
     * @param result where the result list goes
     * @param resultOffset byte offset of the result list
     * @param resultRoom bytes that it may take, 0 if the request has no such buffer
     * @return the status to answer with, and how much was written
     */
    public Outcome set(MemorySegment list, long listOffset, int listBytes, MemorySegment result, long resultOffset, int resultRoom) {
        return run(Permission.READ_AND_MODIFY, list, listOffset, listBytes, result, resultOffset, resultRoom);
    }

    private Outcome run(
        Permission permission, MemorySegment list, long listOffset, int listBytes, MemorySegment result, long resultOffset,
            int resultRoom) {
        OperationCursor cursor = new OperationCursor(Octets.read(list, listOffset, Math.max(0, listBytes)));
        ResultBlocks blocks = new ResultBlocks(resultRoom);
        int count = cursor.u16();
        cursor.u16();
        boolean readable = !cursor.isExhausted();
        if (!readable || count == 0) {
            blocks.fail(new Failure(BlockStatus.OPERATION_ERROR, 0, 0, NO_FIELD));
        }
        for (int i = 0; i < count && readable; i++) {
            cursor.beginOperation();
            int code = cursor.u16();
            int groupNumber = cursor.u16();
            readable = !cursor.isExhausted() && operation(permission, code, groupNumber, cursor, blocks);
            if (cursor.isExhausted()) {
                blocks.failUnlessReported(new Failure(BlockStatus.OPERATION_ERROR, code, groupNumber, NO_FIELD), i + 1);
            }
            cursor.endOperation();
        }
        return blocks.finish(result, resultOffset);
    }

    /** Runs one operation and adds its block. False: the rest of the list cannot be read. */
    private boolean operation(Permission permission, int code, int groupNumber, OperationCursor cursor, ResultBlocks blocks) {
        boolean modifies = code >= OperationCode.FIELD_SET && code <= OperationCode.TABLE_CLEAR;
        boolean implemented = switch (code) {
            case OperationCode.FIELD_GET, OperationCode.LIST_GET, OperationCode.TABLE_GET, OperationCode.FIELD_SET, OperationCode.LIST_SET,
                OperationCode.ROW_ADD, OperationCode.ROW_DELETE, OperationCode.TABLE_CLEAR -> true;
            default -> false;
        };
        if (!implemented || (modifies && permission == Permission.READ)) {
            blocks.fail(new Failure(BlockStatus.INVALID_OPERATION, code, groupNumber, NO_FIELD));
            return false;
        }
        ParameterSet.Entry entry = set.find(groupNumber);
        if (entry == null) {
            blocks.fail(new Failure(BlockStatus.INVALID_GROUP_ID, code, groupNumber, NO_FIELD));
            return skipsTemplate(code, cursor);
        }
        boolean forScalar = code == OperationCode.FIELD_GET || code == OperationCode.FIELD_SET;
        if (forScalar != (entry.group().kind() == ParameterGroup.Kind.SCALAR)) {
            blocks.fail(new Failure(BlockStatus.WRONG_GROUP_TYPE, code, groupNumber, NO_FIELD));
            return skipsTemplate(code, cursor);
        }
        return switch (code) {
            case OperationCode.FIELD_GET -> fieldGet(entry, cursor, blocks);
            case OperationCode.TABLE_GET -> tableGet(entry, cursor, blocks);
            case OperationCode.LIST_GET -> listGet(entry, cursor, blocks);
            case OperationCode.FIELD_SET -> fieldSet(entry, cursor, blocks);
            case OperationCode.LIST_SET -> listSet(entry, cursor, blocks);
            case OperationCode.ROW_ADD -> rowAdd(entry, cursor, blocks);
            case OperationCode.ROW_DELETE -> rowDelete(entry, cursor, blocks);
            default -> tableClear(entry, blocks);
        };
    }

    /** Reads over the template of a read or clear operation, whose length does not depend on the group. */
    private static boolean skipsTemplate(int code, OperationCursor cursor) {
        if (code == OperationCode.FIELD_GET || code == OperationCode.TABLE_GET) {
            int count = cursor.u16();
            for (int i = 0; i < count && count != OperationCode.ALL_FIELDS && !cursor.isExhausted(); i++) {
                cursor.u16();
            }
            return !cursor.isExhausted();
        }
        return code == OperationCode.TABLE_CLEAR;
    }

    /** The fields that a template lists. Not usable: the block that says so has been added. */
    private record Selection(List<Integer> fields, boolean listed, boolean usable) {
        static final Selection UNUSABLE = new Selection(List.of(), false, false);
    }

    private static Selection selection(int code, ParameterSet.Entry entry, OperationCursor cursor, ResultBlocks blocks) {
        int fieldCount = entry.group().fields().size();
        int count = cursor.u16();
        List<Integer> fields = new ArrayList<>();
        boolean all = count == OperationCode.ALL_FIELDS;
        int unknown = -1;
        for (int i = 0; i < count && count != OperationCode.ALL_FIELDS && !cursor.isExhausted(); i++) {
            int index = cursor.u16();
            all |= index == OperationCode.ALL_FIELDS;
            unknown = index >= fieldCount && index != OperationCode.ALL_FIELDS && unknown < 0 ? index : unknown;
            fields.add(index);
        }
        if (cursor.isExhausted()) {
            return Selection.UNUSABLE;
        }
        if (unknown >= 0) {
            blocks.fail(new Failure(BlockStatus.NO_SUCH_FIELD, code, entry.group().number(), unknown));
            return Selection.UNUSABLE;
        }
        if (all) {
            fields.clear();
            for (int i = 0; i < fieldCount; i++) {
                fields.add(i);
            }
        }
        return new Selection(fields, !all, true);
    }

    private static boolean fieldGet(ParameterSet.Entry entry, OperationCursor cursor, ResultBlocks blocks) {
        Selection selection = selection(OperationCode.FIELD_GET, entry, cursor, blocks);
        if (selection.usable()) {
            ByteArrayOutputStream data = new ByteArrayOutputStream();
            writeRow(entry, 0, selection.fields(), data);
            blocks.addData(data.toByteArray());
        }
        return !cursor.isExhausted();
    }

    private static boolean tableGet(ParameterSet.Entry entry, OperationCursor cursor, ResultBlocks blocks) {
        Selection selection = selection(OperationCode.TABLE_GET, entry, cursor, blocks);
        if (selection.usable()) {
            List<Integer> rows = new ArrayList<>();
            for (int row = 0; row < entry.values().rowCount(); row++) {
                rows.add(row);
            }
            addRows(entry, rows, selection.fields(), blocks);
        }
        return !cursor.isExhausted();
    }

    private static boolean listGet(ParameterSet.Entry entry, OperationCursor cursor, ResultBlocks blocks) {
        Selection selection = selection(OperationCode.LIST_GET, entry, cursor, blocks);
        if (!selection.usable()) {
            return false;
        }
        int keyCount = cursor.u16();
        List<Integer> rows = new ArrayList<>();
        Octets missing = Octets.NONE;
        for (int i = 0; i < keyCount && !cursor.isExhausted(); i++) {
            Octets key = key(entry, cursor);
            int row = rowWithKey(entry, key);
            if (row >= 0) {
                rows.add(row);
            } else {
                missing = missing.size() == 0 ? key : missing;
            }
        }
        if (cursor.isExhausted()) {
            return false;
        }
        int group = entry.group().number();
        if (missing.size() == 0) {
            addRows(entry, rows, selection.fields(), blocks);
        } else if (rows.isEmpty()) {
            blocks.fail(new Failure(BlockStatus.BAD_KEY_ABORTED, OperationCode.LIST_GET, group, 0, missing));
        } else {
            blocks.addRows(encoded(entry, rows, selection.fields()),
                new Failure(BlockStatus.BAD_KEY_CONTINUED, OperationCode.LIST_GET, group, 0, missing));
        }
        return true;
    }

    private static Octets key(ParameterSet.Entry entry, OperationCursor cursor) {
        return cursor.octets(entry.group().fields().getFirst().byteCount());
    }

    /** The row with a key; -1 if there is none. */
    private static int rowWithKey(ParameterSet.Entry entry, Octets key) {
        for (int row = 0; row < entry.values().rowCount() && key.size() > 0; row++) {
            ByteArrayOutputStream value = new ByteArrayOutputStream();
            writeRow(entry, row, List.of(0), value);
            if (Octets.of(value.toByteArray()).equals(key)) {
                return row;
            }
        }
        return -1;
    }

    private static boolean fieldSet(ParameterSet.Entry entry, OperationCursor cursor, ResultBlocks blocks) {
        Selection selection = selection(OperationCode.FIELD_SET, entry, cursor, blocks);
        if (!selection.usable()) {
            return false;
        }
        List<FieldValue> values = values(entry, selection, cursor);
        if (cursor.isExhausted()) {
            return false;
        }
        int fixed = firstFixed(entry, selection);
        Failure failure = fixed >= 0
            ? new Failure(BlockStatus.FIELD_UNWRITEABLE, OperationCode.FIELD_SET, entry.group().number(), fixed)
            : write(entry, 0, selection, values, OperationCode.FIELD_SET);
        report(failure, blocks);
        return true;
    }

    /** Sets fields of rows, one after the other: an unknown key or a refused value ends it, and the rows before it are set. */
    private static boolean listSet(ParameterSet.Entry entry, OperationCursor cursor, ResultBlocks blocks) {
        int group = entry.group().number();
        Selection selection = selection(OperationCode.LIST_SET, entry, cursor, blocks);
        if (!selection.usable()) {
            return false;
        }
        int keyCount = cursor.u16();
        int fixed = firstFixed(entry, selection);
        Failure failure = fixed < 0 ? null : new Failure(BlockStatus.FIELD_UNWRITEABLE, OperationCode.LIST_SET, group, fixed);
        for (int i = 0; i < keyCount && !cursor.isExhausted(); i++) {
            Octets key = key(entry, cursor);
            List<FieldValue> values = values(entry, selection, cursor);
            if (failure == null && !cursor.isExhausted()) {
                int row = rowWithKey(entry, key);
                failure = row < 0 ? new Failure(BlockStatus.BAD_KEY_ABORTED, OperationCode.LIST_SET, group, 0, key)
                    : write(entry, row, selection, values, OperationCode.LIST_SET);
            }
        }
        if (cursor.isExhausted()) {
            return false;
        }
        report(failure, blocks);
        return true;
    }

    private static List<FieldValue> values(ParameterSet.Entry entry, Selection selection, OperationCursor cursor) {
        List<FieldValue> values = new ArrayList<>();
        for (int field : selection.fields()) {
            values.add(new FieldValue(cursor.octets(entry.group().fields().get(field).byteCount())));
        }
        return values;
    }

    /** The first of the fields that nobody can set, -1 if all can be set. */
    private static int firstFixed(ParameterSet.Entry entry, Selection selection) {
        return selection.fields().stream().filter(field -> !entry.values().isWritable(field)).findFirst().orElse(-1);
    }

    private static @Nullable Failure write(
        ParameterSet.Entry entry, int row, Selection selection, List<FieldValue> values, int code) {
        for (int i = 0; i < values.size(); i++) {
            int field = selection.fields().get(i);
            int status = entry.values().write(row, field, values.get(i));
            if (status != BlockStatus.SUCCESS) {
                return new Failure(status, code, entry.group().number(), field);
            }
        }
        return null;
    }

    private static void report(@Nullable Failure failure, ResultBlocks blocks) {
        if (failure == null) {
            blocks.addDone();
        } else {
            blocks.fail(failure);
        }
    }

    private static boolean rowAdd(ParameterSet.Entry entry, OperationCursor cursor, ResultBlocks blocks) {
        ParameterGroup group = entry.group();
        Selection selection = selection(OperationCode.ROW_ADD, entry, cursor, blocks);
        if (!selection.usable()) {
            return false;
        }
        int rowCount = cursor.u16();
        int valueBytes = selection.fields().stream().mapToInt(field -> group.fields().get(field).byteCount()).sum();
        boolean numbered = selection.listed() && cursor.remaining() >= rowCount * (Short.BYTES + valueBytes);
        int status = !isAllowed(group, ParameterGroup.Properties.ADDABLE) ? BlockStatus.NON_DYNAMIC_GROUP
            : selection.fields().contains(0) ? BlockStatus.SUCCESS : BlockStatus.INSUFFICIENT_FIELDS;
        for (int row = 0; row < rowCount && !cursor.isExhausted(); row++) {
            if (numbered) {
                cursor.u16();
            }
            List<FieldValue> values = new ArrayList<>(Collections.nCopies(group.fields().size(), FieldValue.ZERO));
            for (int field : selection.fields()) {
                values.set(field, new FieldValue(cursor.octets(group.fields().get(field).byteCount())));
            }
            if (status == BlockStatus.SUCCESS && !cursor.isExhausted()) {
                status = entry.values().addRow(values);
            }
        }
        if (cursor.isExhausted()) {
            return false;
        }
        report(status == BlockStatus.SUCCESS ? null : new Failure(status, OperationCode.ROW_ADD, group.number(), NO_FIELD), blocks);
        return true;
    }

    private static boolean rowDelete(ParameterSet.Entry entry, OperationCursor cursor, ResultBlocks blocks) {
        ParameterGroup group = entry.group();
        int code = OperationCode.ROW_DELETE;
        int rowCount = cursor.u16();
        Failure failure = isAllowed(group, ParameterGroup.Properties.DELETABLE) ? null
            : new Failure(BlockStatus.NON_DYNAMIC_GROUP, code, group.number(), NO_FIELD);
        for (int i = 0; i < rowCount && !cursor.isExhausted(); i++) {
            Octets key = key(entry, cursor);
            if (failure == null && !cursor.isExhausted()) {
                int row = rowWithKey(entry, key);
                int status = row < 0 ? BlockStatus.BAD_KEY_ABORTED : entry.values().deleteRow(row);
                failure = status == BlockStatus.SUCCESS ? null : new Failure(status, code, group.number(), NO_FIELD, key);
            }
        }
        if (cursor.isExhausted()) {
            return false;
        }
        report(failure, blocks);
        return true;
    }

    private static boolean tableClear(ParameterSet.Entry entry, ResultBlocks blocks) {
        ParameterGroup group = entry.group();
        int status = isAllowed(group, ParameterGroup.Properties.CLEARABLE) ? entry.values().clear() : BlockStatus.NON_DYNAMIC_GROUP;
        report(status == BlockStatus.SUCCESS ? null : new Failure(status, OperationCode.TABLE_CLEAR, group.number(), NO_FIELD), blocks);
        return true;
    }

    private static boolean isAllowed(ParameterGroup group, int property) {
        return (group.properties() & property) != 0;
    }

    private static void addRows(ParameterSet.Entry entry, List<Integer> rows, List<Integer> fields, ResultBlocks blocks) {
        blocks.addRows(encoded(entry, rows, fields));
    }

    private static List<byte[]> encoded(ParameterSet.Entry entry, List<Integer> rows, List<Integer> fields) {
        List<byte[]> encoded = new ArrayList<>();
        for (int row : rows) {
            ByteArrayOutputStream data = new ByteArrayOutputStream();
            writeRow(entry, row, fields, data);
            encoded.add(data.toByteArray());
        }
        return encoded;
    }

    private static void writeRow(ParameterSet.Entry entry, int row, List<Integer> fields, ByteArrayOutputStream data) {
        for (int index : fields) {
            ParameterField field = entry.group().fields().get(index);
            FieldValue value = entry.values().read(row, index);
            int count = field.bytesOf(value);
            for (int i = 0; i < count; i++) {
                data.write(i < value.octets().size() ? value.octets().at(i) : 0);
            }
        }
    }
}
