package dev.spine.i2o.layout;

import java.util.List;

/**
 * The fields of one structure, in order of their place. Immutable; any thread.
 *
 * @param name the structure's name in the architecture's own spelling
 * @param sizeBytes size of the fixed part in bytes; lists that follow it are not counted
 * @param fields its fields; reserved bits have none
 */
public record Layout(String name, int sizeBytes, List<Field> fields) {
    /**
     * Checks that the fields lie within the size and do not overlap.
     *
     * @throws IllegalArgumentException a field leaves the structure or overlaps the one before
     */
    public Layout {
        fields = List.copyOf(fields);
        long nextBit = 0;
        for (Field field : fields) {
            long first = (long) field.byteOffset() * Byte.SIZE + field.firstBit();
            if (first < nextBit || field.endByte() > sizeBytes) {
                throw new IllegalArgumentException(name + ": field " + field + " overlaps its neighbour, is out of order, or leaves the "
                    + sizeBytes + " bytes");
            }
            nextBit = first + field.bits();
        }
    }

    /**
     * A structure of these fields.
     *
     * @param name the structure's name
     * @param sizeBytes size of the fixed part in bytes
     * @param fields its fields in order
     * @return the layout
     */
    public static Layout of(String name, int sizeBytes, Field... fields) {
        return new Layout(name, sizeBytes, List.of(fields));
    }

    /**
     * The field with a name.
     *
     * @param fieldName its name
     * @return the field
     * @throws IllegalArgumentException there is none; the message lists those that there are
     */
    public Field field(String fieldName) {
        for (Field field : fields) {
            if (field.name().equals(fieldName)) {
                return field;
            }
        }
        throw new IllegalArgumentException(name + " has no field " + fieldName + ", only " + fields);
    }
}
