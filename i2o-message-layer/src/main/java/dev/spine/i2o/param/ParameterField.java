package dev.spine.i2o.param;

/**
 * One field of a parameter group. Immutable; any thread.
 *
 * @param name its name in the architecture's own spelling
 * @param byteOffset where it begins in a row that holds all fields
 * @param byteCount bytes that it takes; of a field of variable length, the most
 * @param form what it is made of
 */
public record ParameterField(String name, int byteOffset, int byteCount, Form form) {
    /** What a field is made of. */
    public enum Form {
        /** A number of 1, 2, 4 or 8 bytes. */
        NUMBER,
        /** A fixed run of bytes. */
        BYTES,
        /** A run of bytes that ends where the value ends; only as the last field. */
        VARIABLE_BYTES
    }

    /** The bytes that a value takes on the wire. */
    int bytesOf(FieldValue value) {
        return form == Form.VARIABLE_BYTES ? Math.min(value.octets().size(), byteCount) : byteCount;
    }
}
