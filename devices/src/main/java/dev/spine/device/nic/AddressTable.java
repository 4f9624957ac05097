package dev.spine.device.nic;

import dev.spine.i2o.param.BlockStatus;
import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.GroupValues;
import java.util.Arrays;
import java.util.List;

/** A table of hardware addresses as a parameter group with one field. Bounded; an address that is there already is not added again. */
abstract class AddressTable implements GroupValues {
    private final int maxRows;

    AddressTable(int maxRows) {
        this.maxRows = maxRows;
    }

    abstract long[] rows();

    abstract void rows(long[] rows);

    abstract boolean isPossible(long address);

    /** A hardware address as it stands in a field of 8 bytes: first byte first, the last two 0. */
    static FieldValue toField(long address) {
        return FieldValue.number(fieldNumber(address));
    }

    /** The same as a number, whose lowest byte comes first. */
    static long fieldNumber(long address) {
        return Long.reverseBytes(address) >>> 16;
    }

    /** The hardware address in such a field. */
    static long fromFieldNumber(long number) {
        return Long.reverseBytes(number) >>> 16;
    }

    @Override
    public int rowCount() {
        return rows().length;
    }

    @Override
    public FieldValue read(int row, int field) {
        return toField(rows()[row]);
    }

    @Override
    public int addRow(List<FieldValue> values) {
        long address = fromFieldNumber(values.getFirst().number());
        long[] rows = rows();
        if (!isPossible(address) || rows.length == maxRows) {
            return BlockStatus.OPERATION_ERROR;
        }
        for (long other : rows) {
            if (other == address) {
                return BlockStatus.SUCCESS;
            }
        }
        long[] more = Arrays.copyOf(rows, rows.length + 1);
        more[rows.length] = address;
        rows(more);
        return BlockStatus.SUCCESS;
    }

    @Override
    public int deleteRow(int row) {
        long[] rows = rows();
        long[] fewer = new long[rows.length - 1];
        System.arraycopy(rows, 0, fewer, 0, row);
        System.arraycopy(rows, row + 1, fewer, row, fewer.length - row);
        rows(fewer);
        return BlockStatus.SUCCESS;
    }

    @Override
    public int clear() {
        rows(new long[0]);
        return BlockStatus.SUCCESS;
    }
}
