package dev.spine.i2o.param;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.layout.Octets;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

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
 * An operation that is malformed, or whose length cannot be known, ends the list: its block is the last.
 *
 * <p>Drivers' habits that are accepted: a field index 0xFFFF means all fields; bytes after a template up to the next word are ignored; rows
 * to add come packed when all fields are meant, and each after a 16-bit row number when fields are listed; a request to set may have no
 * result buffer.
 *
 * <p>Nothing that a list says makes a method throw. Belongs to the agent of the object. Source: I2O 1.5 parameter access; SIG utility
 * header; Linux 2.4, Linux 2.6 and NetBSD drivers; the mapping of block status to reply status is a rule of this project.
 */
public final class ParameterAccess {
    private static final int LIST_HEADER_BYTES = 4;
    private static final int BLOCK_HEADER_BYTES = 4;
    private static final int ERROR_INFORMATION_BYTES = 8;
    private static final int MAX_BLOCK_BYTES = 0xFFFF * Integer.BYTES;
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
            case OperationCode.FIELD_GET, OperationCode.LIST_GET, OperationCode.TABLE_GET, OperationCode.FIELD_SET, OperationCode.ROW_ADD,
                OperationCode.ROW_DELETE, OperationCode.TABLE_CLEAR -> true;
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
        boolean found = true;
        for (int i = 0; i < keyCount && found && !cursor.isExhausted(); i++) {
            int row = rowWithKey(entry, cursor);
            found = row >= 0;
            rows.add(row);
        }
        if (cursor.isExhausted()) {
            return false;
        }
        if (!found) {
            blocks.fail(new Failure(BlockStatus.BAD_KEY_ABORTED, OperationCode.LIST_GET, entry.group().number(), 0));
            return false;
        }
        addRows(entry, rows, selection.fields(), blocks);
        return true;
    }

    /** Takes a key from the list and looks for its row; -1 if there is none. */
    private static int rowWithKey(ParameterSet.Entry entry, OperationCursor cursor) {
        int keyBytes = entry.group().fields().getFirst().byteCount();
        Octets key = cursor.octets(keyBytes);
        for (int row = 0; row < entry.values().rowCount() && !cursor.isExhausted(); row++) {
            ByteArrayOutputStream value = new ByteArrayOutputStream();
            writeRow(entry, row, List.of(0), value);
            if (Octets.of(value.toByteArray()).equals(key)) {
                return row;
            }
        }
        return -1;
    }

    private static boolean fieldSet(ParameterSet.Entry entry, OperationCursor cursor, ResultBlocks blocks) {
        int group = entry.group().number();
        Selection selection = selection(OperationCode.FIELD_SET, entry, cursor, blocks);
        if (!selection.usable()) {
            return false;
        }
        List<FieldValue> values = new ArrayList<>();
        for (int field : selection.fields()) {
            values.add(new FieldValue(cursor.octets(entry.group().fields().get(field).byteCount())));
        }
        if (cursor.isExhausted()) {
            return false;
        }
        for (int field : selection.fields()) {
            if (!entry.values().isWritable(field)) {
                blocks.fail(new Failure(BlockStatus.FIELD_UNWRITEABLE, OperationCode.FIELD_SET, group, field));
                return true;
            }
        }
        for (int i = 0; i < values.size(); i++) {
            int field = selection.fields().get(i);
            int status = entry.values().write(0, field, values.get(i));
            if (status != BlockStatus.SUCCESS) {
                blocks.fail(new Failure(status, OperationCode.FIELD_SET, group, field));
                return true;
            }
        }
        blocks.addDone();
        return true;
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
        int status = isAllowed(group, ParameterGroup.Properties.ADDABLE) ? BlockStatus.SUCCESS : BlockStatus.NON_DYNAMIC_GROUP;
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
        return report(status, OperationCode.ROW_ADD, group, cursor, blocks);
    }

    private static boolean rowDelete(ParameterSet.Entry entry, OperationCursor cursor, ResultBlocks blocks) {
        ParameterGroup group = entry.group();
        int rowCount = cursor.u16();
        int status = isAllowed(group, ParameterGroup.Properties.DELETABLE) ? BlockStatus.SUCCESS : BlockStatus.NON_DYNAMIC_GROUP;
        for (int i = 0; i < rowCount && !cursor.isExhausted(); i++) {
            int row = rowWithKey(entry, cursor);
            if (status == BlockStatus.SUCCESS && !cursor.isExhausted()) {
                status = row < 0 ? BlockStatus.BAD_KEY_ABORTED : entry.values().deleteRow(row);
            }
        }
        return report(status, OperationCode.ROW_DELETE, group, cursor, blocks);
    }

    private static boolean tableClear(ParameterSet.Entry entry, ResultBlocks blocks) {
        ParameterGroup group = entry.group();
        int status = isAllowed(group, ParameterGroup.Properties.CLEARABLE) ? entry.values().clear() : BlockStatus.NON_DYNAMIC_GROUP;
        if (status == BlockStatus.SUCCESS) {
            blocks.addDone();
        } else {
            blocks.fail(new Failure(status, OperationCode.TABLE_CLEAR, group.number(), NO_FIELD));
        }
        return true;
    }

    private static boolean report(int status, int code, ParameterGroup group, OperationCursor cursor, ResultBlocks blocks) {
        if (cursor.isExhausted()) {
            return false;
        }
        if (status == BlockStatus.SUCCESS) {
            blocks.addDone();
        } else {
            blocks.fail(new Failure(status, code, group.number(), NO_FIELD));
        }
        return true;
    }

    private static boolean isAllowed(ParameterGroup group, int property) {
        return (group.properties() & property) != 0;
    }

    private static void addRows(ParameterSet.Entry entry, List<Integer> rows, List<Integer> fields, ResultBlocks blocks) {
        List<byte[]> encoded = new ArrayList<>();
        for (int row : rows) {
            ByteArrayOutputStream data = new ByteArrayOutputStream();
            writeRow(entry, row, fields, data);
            encoded.add(data.toByteArray());
        }
        blocks.addRows(encoded);
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

    /** Why an operation failed. */
    private record Failure(int status, int code, int group, int field) {
    }

    /** The result list while it grows, and what became of the operations so far. */
    private static final class ResultBlocks {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final int room;
        private int count;
        private int reported;
        private boolean failed;
        private boolean cut;
        private boolean returned;

        ResultBlocks(int room) {
            this.room = room;
        }

        private int left() {
            return Math.min(MAX_BLOCK_BYTES, room - LIST_HEADER_BYTES - bytes.size());
        }

        /** Adds the values of a scalar group: all of them, or as many bytes as fit. */
        void addData(byte[] data) {
            reported++;
            int fits = Math.min(data.length, left() - BLOCK_HEADER_BYTES);
            if (fits < 0) {
                failed = true;
            } else {
                returned = true;
                cut |= fits < data.length;
                block(fits < data.length ? BlockStatus.BUFFER_FULL : BlockStatus.SUCCESS, data, fits);
            }
        }

        /** Adds rows: all of them, or as many as fit. */
        void addRows(List<byte[]> rows) {
            reported++;
            int roomForRows = left() - BLOCK_HEADER_BYTES - LIST_HEADER_BYTES;
            if (roomForRows < 0) {
                failed = true;
                return;
            }
            ByteArrayOutputStream data = new ByteArrayOutputStream();
            int fits = 0;
            int size = 0;
            while (fits < rows.size() && fits < 0xFFFF && size + rows.get(fits).length <= roomForRows) {
                size += rows.get(fits).length;
                fits++;
            }
            boolean more = fits < rows.size();
            u16(data, fits);
            u16(data, more ? 1 : 0);
            rows.subList(0, fits).forEach(data::writeBytes);
            returned = true;
            cut |= more;
            block(more ? BlockStatus.BUFFER_FULL : BlockStatus.SUCCESS, data.toByteArray(), data.size());
        }

        /** Adds the block of an operation that returns nothing. */
        void addDone() {
            reported++;
            if (left() >= BLOCK_HEADER_BYTES) {
                block(BlockStatus.SUCCESS, new byte[0], 0);
            }
        }

        /** Adds the block of an operation that failed, with error information if there is room for it. */
        void fail(Failure failure) {
            reported++;
            failed = true;
            if (left() < BLOCK_HEADER_BYTES) {
                return;
            }
            boolean explained = left() >= BLOCK_HEADER_BYTES + ERROR_INFORMATION_BYTES;
            int errorWords = explained ? ERROR_INFORMATION_BYTES / Integer.BYTES : 0;
            header(1 + errorWords, failure.status(), errorWords);
            if (explained) {
                u16(bytes, failure.code());
                u16(bytes, failure.group());
                u16(bytes, failure.field());
                u16(bytes, 0);
            }
        }

        /** Adds a failure unless the operation with this number already has its block. */
        void failUnlessReported(Failure failure, int operations) {
            if (reported < operations) {
                fail(failure);
            }
        }

        private void block(int status, byte[] data, int dataBytes) {
            int words = (BLOCK_HEADER_BYTES + dataBytes + 3) / Integer.BYTES;
            header(words, status, 0);
            bytes.write(data, 0, dataBytes);
            for (int pad = BLOCK_HEADER_BYTES + dataBytes; pad < words * Integer.BYTES; pad++) {
                bytes.write(0);
            }
        }

        private void header(int words, int status, int errorWords) {
            count++;
            u16(bytes, words);
            bytes.write(status);
            bytes.write(errorWords);
        }

        private static void u16(ByteArrayOutputStream out, int value) {
            out.write(value);
            out.write(value >>> Byte.SIZE);
        }

        /** Writes the list; a last block whose padding does not fit goes without it. */
        Outcome finish(MemorySegment result, long offset) {
            ByteArrayOutputStream list = new ByteArrayOutputStream();
            u16(list, count);
            u16(list, 0);
            list.writeBytes(bytes.toByteArray());
            int written = Math.max(0, Math.min(list.size(), room));
            MemorySegment.copy(MemorySegment.ofArray(list.toByteArray()), 0, result, offset, written);
            if (failed) {
                int status = returned ? RequestStatus.ERROR_PARTIAL_TRANSFER : RequestStatus.ERROR_NO_DATA_TRANSFER;
                return new Outcome(status, DetailedStatus.INVALID_PARAMETER, written);
            }
            return cut
                ? new Outcome(RequestStatus.ERROR_PARTIAL_TRANSFER, DetailedStatus.UNKNOWN_ERROR, written)
                : new Outcome(RequestStatus.SUCCESS, DetailedStatus.SUCCESS, written);
        }
    }
}
