package dev.spine.i2o.param;

import dev.spine.i2o.layout.Octets;

/**
 * The value of one field: a number or a run of bytes, as wide as it likes. It takes the field's width when it is written.
 * Immutable; any thread.
 *
 * @param octets its bytes; a number's lowest byte comes first
 */
public record FieldValue(Octets octets) {
    /** Zero, or no bytes. */
    public static final FieldValue ZERO = new FieldValue(Octets.NONE);

    /**
     * A number.
     *
     * @param value the number; bits that the field does not have are dropped when it is written
     * @return the value
     */
    public static FieldValue number(long value) {
        byte[] bytes = new byte[Long.BYTES];
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[i] = (byte) (value >>> (i * Byte.SIZE));
        }
        return new FieldValue(Octets.of(bytes));
    }

    /**
     * A text in ASCII, filled up with zeros when it is written.
     *
     * @return the value
     */
    public static FieldValue text(String text) {
        return new FieldValue(Octets.ascii(text));
    }

    /** {@return the value as a number: its first 8 bytes without sign, lowest first; bytes that it does not have are 0} */
    public long number() {
        long value = 0;
        for (int i = Math.min(octets.size(), Long.BYTES) - 1; i >= 0; i--) {
            value = value << Byte.SIZE | octets.at(i);
        }
        return value;
    }

    /** {@return the value as text: its bytes up to the first NUL} */
    public String text() {
        return octets.text();
    }
}
