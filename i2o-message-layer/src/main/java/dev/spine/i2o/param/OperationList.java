package dev.spine.i2o.param;

import dev.spine.i2o.layout.Octets;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Builds the operation list of a ParamsGet or ParamsSet: the initiator's side.
 *
 * <p>Not thread-safe; for control. The list is sent from memory ({@link #emit}) or inside the message ({@link #octets}, as immediate data).
 */
public final class OperationList {
    private final ByteArrayOutputStream operations = new ByteArrayOutputStream();
    private int count;

    /** Makes an empty list. */
    public OperationList() {
    }

    /** Reads all fields of a scalar group. */
    public OperationList fieldGet(ParameterGroup group) {
        begin(OperationCode.FIELD_GET, group);
        u16(OperationCode.ALL_FIELDS);
        return end();
    }

    /**
     * Reads one field of a scalar group.
     *
     * @param field name of the field
     */
    public OperationList fieldGet(ParameterGroup group, String field) {
        begin(OperationCode.FIELD_GET, group);
        u16(1);
        u16(group.indexOf(field));
        return end();
    }

    /** Reads all fields of all rows of a table. */
    public OperationList tableGet(ParameterGroup group) {
        begin(OperationCode.TABLE_GET, group);
        u16(OperationCode.ALL_FIELDS);
        return end();
    }

    /**
     * Reads all fields of the row with a key.
     *
     * @param key value of its first field
     */
    public OperationList listGet(ParameterGroup group, FieldValue key) {
        begin(OperationCode.LIST_GET, group);
        u16(OperationCode.ALL_FIELDS);
        u16(1);
        value(group, 0, key);
        return end();
    }

    /**
     * Sets one field of a scalar group.
     *
     * @param field name of the field
     * @param value its new value
     */
    public OperationList fieldSet(ParameterGroup group, String field, FieldValue value) {
        begin(OperationCode.FIELD_SET, group);
        u16(1);
        u16(group.indexOf(field));
        value(group, group.indexOf(field), value);
        return end();
    }

    /**
     * Sets one field of the row with a key.
     *
     * @param key value of its first field
     * @param field name of the field
     * @param value its new value
     */
    public OperationList listSet(ParameterGroup group, FieldValue key, String field, FieldValue value) {
        begin(OperationCode.LIST_SET, group);
        u16(1);
        u16(group.indexOf(field));
        u16(1);
        value(group, 0, key);
        value(group, group.indexOf(field), value);
        return end();
    }

    /**
     * Adds a row to a table.
     *
     * @param values a value for each field, in order
     */
    public OperationList rowAdd(ParameterGroup group, List<FieldValue> values) {
        begin(OperationCode.ROW_ADD, group);
        u16(OperationCode.ALL_FIELDS);
        u16(1);
        for (int field = 0; field < values.size(); field++) {
            value(group, field, values.get(field));
        }
        return end();
    }

    /**
     * Removes the row with a key.
     *
     * @param key value of its first field
     */
    public OperationList rowDelete(ParameterGroup group, FieldValue key) {
        begin(OperationCode.ROW_DELETE, group);
        u16(1);
        value(group, 0, key);
        return end();
    }

    /** Removes all rows of a table. */
    public OperationList tableClear(ParameterGroup group) {
        begin(OperationCode.TABLE_CLEAR, group);
        return end();
    }

    private void begin(int code, ParameterGroup group) {
        u16(code);
        u16(group.number());
    }

    private OperationList end() {
        while (operations.size() % Integer.BYTES != 0) {
            operations.write(0);
        }
        count++;
        return this;
    }

    private void value(ParameterGroup group, int field, FieldValue value) {
        int width = group.fields().get(field).byteCount();
        for (int i = 0; i < width; i++) {
            operations.write(i < value.octets().size() ? value.octets().at(i) : 0);
        }
    }

    private void u16(int value) {
        operations.write(value);
        operations.write(value >>> Byte.SIZE);
    }

    /** {@return the size of the list: bytes, a multiple of 4} */
    public int sizeBytes() {
        return Integer.BYTES + operations.size();
    }

    /** {@return the list as bytes: header and operations} */
    public Octets octets() {
        byte[] list = new byte[sizeBytes()];
        list[0] = (byte) count;
        list[1] = (byte) (count >>> Byte.SIZE);
        System.arraycopy(operations.toByteArray(), 0, list, Integer.BYTES, operations.size());
        return Octets.of(list);
    }

    /**
     * Writes the list.
     *
     * @param memory where it goes
     * @param offset byte offset of its first byte
     */
    public void emit(MemorySegment memory, long offset) {
        octets().writePadded(memory, offset, sizeBytes());
    }
}
