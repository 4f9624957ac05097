package dev.spine.i2o.param;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.param.ParameterAccess.Outcome;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result list while it grows, and what became of the operations so far. */
final class ResultBlocks {
    private static final int LIST_HEADER_BYTES = 4;
    private static final int BLOCK_HEADER_BYTES = 4;
    private static final int ERROR_INFORMATION_BYTES = 8;
    private static final int PADDING_BYTES = 3;
    private static final int MAX_BLOCK_BYTES = 0xFFFF * Integer.BYTES;

    /**
     * Why an operation failed.
     *
     * @param status a value of {@link BlockStatus}
     * @param code the operation
     * @param field the field to blame, {@link OperationCode#ALL_FIELDS} for none
     * @param key the key to blame, no bytes for none
     */
    record Failure(int status, int code, int group, int field, Octets key) {
        Failure(int status, int code, int group, int field) {
            this(status, code, group, field, Octets.NONE);
        }

        private int bytes() {
            return (ERROR_INFORMATION_BYTES + key.size() + 3) / Integer.BYTES * Integer.BYTES;
        }
    }

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
        if (fits < 0 || (fits == 0 && data.length > 0)) {
            tooSmall();
        } else {
            returned = true;
            cut |= fits < data.length;
            block(fits < data.length ? BlockStatus.BUFFER_FULL : BlockStatus.SUCCESS, data, fits, 0);
        }
    }

    /** Adds rows: all of them, or as many as fit. */
    void addRows(List<byte[]> rows) {
        addRows(rows, null);
    }

    /** Adds rows, as many as fit, and says what went wrong with the others. */
    void addRows(List<byte[]> rows, @Nullable Failure failure) {
        reported++;
        failed |= failure != null;
        int room = left() - BLOCK_HEADER_BYTES - LIST_HEADER_BYTES - (failure == null ? 0 : PADDING_BYTES + failure.bytes());
        if (room < 0) {
            tooSmall();
            return;
        }
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        int fits = 0;
        int size = 0;
        while (fits < rows.size() && fits < 0xFFFF && size + rows.get(fits).length <= room) {
            size += rows.get(fits).length;
            fits++;
        }
        boolean more = fits < rows.size();
        u16(data, fits);
        u16(data, more ? 1 : 0);
        rows.subList(0, fits).forEach(data::writeBytes);
        returned = true;
        cut |= more;
        if (failure == null) {
            block(more ? BlockStatus.BUFFER_FULL : BlockStatus.SUCCESS, data.toByteArray(), data.size(), 0);
        } else {
            block(failure.status(), data.toByteArray(), data.size(), failure.bytes() / Integer.BYTES);
            explain(failure);
        }
    }

    /** There is no room for anything; says so if there is room for that. */
    private void tooSmall() {
        failed = true;
        if (left() >= BLOCK_HEADER_BYTES) {
            header(1, BlockStatus.BUFFER_TOO_SMALL, 0);
        }
    }

    /** Adds the block of an operation that returns nothing. */
    void addDone() {
        reported++;
        if (left() >= BLOCK_HEADER_BYTES) {
            block(BlockStatus.SUCCESS, new byte[0], 0, 0);
        }
    }

    /** Adds the block of an operation that failed, with error information if there is room for it. */
    void fail(Failure failure) {
        reported++;
        failed = true;
        if (left() < BLOCK_HEADER_BYTES) {
            return;
        }
        boolean explained = left() >= BLOCK_HEADER_BYTES + failure.bytes();
        int errorWords = explained ? failure.bytes() / Integer.BYTES : 0;
        header(1 + errorWords, failure.status(), errorWords);
        if (explained) {
            explain(failure);
        }
    }

    private void explain(Failure failure) {
        u16(bytes, failure.code());
        u16(bytes, failure.group());
        u16(bytes, failure.field());
        bytes.write(0);
        bytes.write(failure.key().size() == 0 ? 0 : 1);
        bytes.writeBytes(failure.key().toArray());
        for (int pad = ERROR_INFORMATION_BYTES + failure.key().size(); pad < failure.bytes(); pad++) {
            bytes.write(0);
        }
    }

    /** Adds a failure unless the operation with this number already has its block. */
    void failUnlessReported(Failure failure, int operations) {
        if (reported < operations) {
            fail(failure);
        }
    }

    private void block(int status, byte[] data, int dataBytes, int errorWords) {
        int words = (BLOCK_HEADER_BYTES + dataBytes + 3) / Integer.BYTES;
        header(words + errorWords, status, errorWords);
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
