package dev.spine.i2o.spec;

import dev.spine.i2o.layout.Field;

/**
 * Where something lies in a structure.
 *
 * @param byteOffset bytes from the start of the structure
 * @param firstBit lowest bit of the unit at {@code byteOffset}
 * @param bits how many bits
 */
record FieldPosition(int byteOffset, int firstBit, int bits) {
    static FieldPosition of(Field field) {
        return new FieldPosition(field.byteOffset(), field.firstBit(), field.bits());
    }

    /** Reads {@code byte/bits} or {@code byte.bit/bits}. */
    static FieldPosition parse(String text) {
        int slash = text.indexOf('/');
        int dot = text.indexOf('.');
        int endOfOffset = dot < 0 ? slash : dot;
        return new FieldPosition(Integer.parseInt(text, 0, endOfOffset, 10), dot < 0 ? 0 : Integer.parseInt(text, dot + 1, slash, 10),
            Integer.parseInt(text, slash + 1, text.length(), 10));
    }

    long firstBitOfAll() {
        return (long) byteOffset * Byte.SIZE + firstBit;
    }
}
