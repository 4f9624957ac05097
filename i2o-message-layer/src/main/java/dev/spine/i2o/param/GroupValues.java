package dev.spine.i2o.param;

import java.util.List;

/**
 * Where the values of one group of one object come from, and where they go.
 *
 * <p>Called by {@link ParameterAccess} on the agent of the object. Row and field numbers are always in range. Methods that change
 * something answer with a {@link BlockStatus}; none may throw because of a value, which a peer may have chosen.
 */
public interface GroupValues {
    /** {@return how many rows there are now: 1 for a scalar group} */
    default int rowCount() {
        return 1;
    }

    /**
     * Reads a value.
     *
     * @param row row number from 0, always 0 in a scalar group
     * @param field field index
     * @return the value; it is cut or filled up to the field's size
     */
    FieldValue read(int row, int field);

    /**
     * Whether a field can be set. Asked for all fields of an operation before the first of them is set.
     *
     * @param field field index
     * @return false unless overridden
     */
    default boolean isWritable(int field) {
        return false;
    }

    /**
     * Sets a value.
     *
     * @param row row number from 0
     * @param field index of a field that {@link #isWritable}
     * @param value the value, as wide as the field
     * @return {@link BlockStatus#SUCCESS}, or why not
     */
    default int write(int row, int field, FieldValue value) {
        return BlockStatus.FIELD_UNWRITEABLE;
    }

    /**
     * Adds a row.
     *
     * @param values a value for each field, in order
     * @return {@link BlockStatus#SUCCESS}, or why not
     */
    default int addRow(List<FieldValue> values) {
        return BlockStatus.NON_DYNAMIC_GROUP;
    }

    /**
     * Removes a row.
     *
     * @param row row number from 0
     * @return {@link BlockStatus#SUCCESS}, or why not
     */
    default int deleteRow(int row) {
        return BlockStatus.NON_DYNAMIC_GROUP;
    }

    /**
     * Removes all rows.
     *
     * @return {@link BlockStatus#SUCCESS}, or why not
     */
    default int clear() {
        return BlockStatus.NON_DYNAMIC_GROUP;
    }
}
