package dev.spine.i2o.param;

import java.util.List;

/** The values of a group, whose changes a watch is notified of. */
record WatchedValues(ParameterGroup group, GroupValues values, ParameterWatch watch) implements GroupValues {
    private static final int WHOLE_ROWS = 0xFFFF;

    @Override
    public int rowCount() {
        return values.rowCount();
    }

    @Override
    public FieldValue read(int row, int field) {
        return values.read(row, field);
    }

    @Override
    public boolean isWritable(int field) {
        return values.isWritable(field);
    }

    @Override
    public int write(int row, int field, FieldValue value) {
        return notified(values.write(row, field, value), field);
    }

    @Override
    public int addRow(List<FieldValue> row) {
        return notified(values.addRow(row), WHOLE_ROWS);
    }

    @Override
    public int deleteRow(int row) {
        return notified(values.deleteRow(row), WHOLE_ROWS);
    }

    @Override
    public int clear() {
        return notified(values.clear(), WHOLE_ROWS);
    }

    private int notified(int status, int field) {
        if (status == BlockStatus.SUCCESS) {
            watch.modified(group.number(), field);
        }
        return status;
    }
}
