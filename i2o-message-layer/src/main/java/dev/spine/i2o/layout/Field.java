package dev.spine.i2o.layout;

import dev.spine.i2o.MessageFrame;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * One field: a name, and the place of its bits. Immutable; any thread.
 *
 * <p>The place is a little-endian unit that starts at {@code byteOffset} and a run of bits in it. A field of up to 32 bits is read as an
 * {@code int}, one of up to 64 bits as a {@code long}; longer fields are whole bytes in the order of the memory. A value that is too wide
 * for its field is cut to the field's bits, so that a neighbour is never changed.
 *
 * @param name the name in the architecture's own spelling
 * @param byteOffset bytes from the start of the frame, table, entry or group
 * @param firstBit lowest bit of the field in the unit at {@code byteOffset}, 0 to 31
 * @param bits number of bits: 1 to 32 with any first bit, else 64 or a longer multiple of 8 with first bit 0
 */
public record Field(String name, int byteOffset, int firstBit, int bits) {
    private static final ValueLayout.OfShort HALF = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong DOUBLE_WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /**
     * Checks the place.
     *
     * @throws IllegalArgumentException the place is none that a field can have
     */
    public Field {
        boolean withinWord = bits >= 1 && firstBit >= 0 && firstBit + bits <= Integer.SIZE;
        boolean wholeBytes = firstBit == 0 && bits > Integer.SIZE && bits % Byte.SIZE == 0;
        if (byteOffset < 0 || (!withinWord && !wholeBytes)) {
            throw new IllegalArgumentException(name + ": " + bits + " bits from bit " + firstBit + " at byte " + byteOffset
                + " is not a place; use bits within one 32-bit word, or whole bytes");
        }
    }

    /**
     * An 8-bit field.
     *
     * @param byteOffset where it begins
     * @return the field
     */
    public static Field u8(String name, int byteOffset) {
        return new Field(name, byteOffset, 0, 8);
    }

    /**
     * A 16-bit field.
     *
     * @param byteOffset where it begins
     * @return the field
     */
    public static Field u16(String name, int byteOffset) {
        return new Field(name, byteOffset, 0, 16);
    }

    /**
     * A 32-bit field.
     *
     * @param byteOffset where it begins
     * @return the field
     */
    public static Field u32(String name, int byteOffset) {
        return new Field(name, byteOffset, 0, 32);
    }

    /**
     * A 64-bit field.
     *
     * @param byteOffset where it begins
     * @return the field
     */
    public static Field u64(String name, int byteOffset) {
        return new Field(name, byteOffset, 0, 64);
    }

    /**
     * A TID or IOP number: the low 12 bits of a unit.
     *
     * @param byteOffset where the unit begins
     * @return the field
     */
    public static Field u12(String name, int byteOffset) {
        return new Field(name, byteOffset, 0, 12);
    }

    /**
     * Some bits of a unit.
     *
     * @param byteOffset where the unit begins
     * @param lastBit highest bit, at most 31
     * @param firstBit lowest bit
     * @return the field
     */
    public static Field bits(String name, int byteOffset, int lastBit, int firstBit) {
        return new Field(name, byteOffset, firstBit, lastBit - firstBit + 1);
    }

    /**
     * A run of bytes, more than four.
     *
     * @param byteOffset where it begins
     * @param byteCount how many bytes, 5 or more
     * @return the field
     */
    public static Field bytes(String name, int byteOffset, int byteCount) {
        return new Field(name, byteOffset, 0, byteCount * Byte.SIZE);
    }

    /** {@return the bytes from the start of the structure to the end of the field: the first byte offset that the field does not touch} */
    public int endByte() {
        return byteOffset + (firstBit + bits + Byte.SIZE - 1) / Byte.SIZE;
    }

    /**
     * Reads a field of up to 32 bits.
     *
     * @param memory where the structure lies
     * @param base byte offset of the structure
     * @return the value without sign, except that 32 bits fill the {@code int}
     * @throws IndexOutOfBoundsException the field lies outside the memory
     */
    public int get(MemorySegment memory, long base) {
        int end = firstBit + bits;
        int unit;
        if (end <= Byte.SIZE) {
            unit = memory.get(ValueLayout.JAVA_BYTE, base + byteOffset);
        } else if (end <= Short.SIZE) {
            unit = memory.get(HALF, base + byteOffset);
        } else {
            unit = memory.get(WORD, base + byteOffset);
        }
        return unit >>> firstBit & mask();
    }

    /**
     * Writes a field of up to 32 bits and leaves its neighbours alone.
     *
     * @param memory where the structure lies
     * @param base byte offset of the structure
     * @param value the value; bits that the field does not have are dropped
     * @throws IndexOutOfBoundsException the field lies outside the memory
     */
    public void set(MemorySegment memory, long base, int value) {
        int end = firstBit + bits;
        int keep = ~(mask() << firstBit);
        int put = (value & mask()) << firstBit;
        long at = base + byteOffset;
        if (end <= Byte.SIZE) {
            memory.set(ValueLayout.JAVA_BYTE, at, (byte) (memory.get(ValueLayout.JAVA_BYTE, at) & keep | put));
        } else if (end <= Short.SIZE) {
            memory.set(HALF, at, (short) (memory.get(HALF, at) & keep | put));
        } else {
            memory.set(WORD, at, memory.get(WORD, at) & keep | put);
        }
    }

    /**
     * Reads a field of 64 bits, or a shorter one without sign.
     *
     * @param memory where the structure lies
     * @param base byte offset of the structure
     * @return the value
     * @throws IndexOutOfBoundsException the field lies outside the memory
     */
    public long getLong(MemorySegment memory, long base) {
        return bits == Long.SIZE ? memory.get(DOUBLE_WORD, base + byteOffset) : Integer.toUnsignedLong(get(memory, base));
    }

    /**
     * Writes a field of 64 bits, or a shorter one.
     *
     * @param memory where the structure lies
     * @param base byte offset of the structure
     * @param value the value; bits that the field does not have are dropped
     * @throws IndexOutOfBoundsException the field lies outside the memory
     */
    public void setLong(MemorySegment memory, long base, long value) {
        if (bits == Long.SIZE) {
            memory.set(DOUBLE_WORD, base + byteOffset, value);
        } else {
            set(memory, base, (int) value);
        }
    }

    /**
     * Reads a field of whole bytes.
     *
     * @param memory where the structure lies
     * @param base byte offset of the structure
     * @return its bytes
     * @throws IndexOutOfBoundsException the field lies outside the memory
     */
    public Octets getBytes(MemorySegment memory, long base) {
        return Octets.read(memory, base + byteOffset, bits / Byte.SIZE);
    }

    /**
     * Writes a field of whole bytes: as many of {@code value} as the field has, and zeros after them.
     *
     * @param memory where the structure lies
     * @param base byte offset of the structure
     * @param value its bytes
     * @throws IndexOutOfBoundsException the field lies outside the memory
     */
    public void setBytes(MemorySegment memory, long base, Octets value) {
        value.writePadded(memory, base + byteOffset, bits / Byte.SIZE);
    }

    /**
     * Reads a field of up to 32 bits from a frame; what the sender left out is 0.
     *
     * @param frame a checked frame
     * @return the value without sign; 0 if the field lies beyond the frame's size
     */
    public int get(MessageFrame frame) {
        return endByte() <= frame.sizeBytes() ? get(frame.memory(), frame.offset()) : 0;
    }

    /**
     * Writes a field of up to 32 bits into a frame.
     *
     * @param frame a frame that the caller holds
     * @param value the value; bits that the field does not have are dropped
     * @throws IndexOutOfBoundsException the field lies outside the memory
     */
    public void set(MessageFrame frame, int value) {
        set(frame.memory(), frame.offset(), value);
    }

    /**
     * Reads a field of up to 64 bits from a frame; what the sender left out is 0.
     *
     * @param frame a checked frame
     * @return the value without sign; 0 if the field lies beyond the frame's size
     */
    public long getLong(MessageFrame frame) {
        return endByte() <= frame.sizeBytes() ? getLong(frame.memory(), frame.offset()) : 0;
    }

    /**
     * Writes a field of up to 64 bits into a frame.
     *
     * @param frame a frame that the caller holds
     * @param value the value; bits that the field does not have are dropped
     * @throws IndexOutOfBoundsException the field lies outside the memory
     */
    public void setLong(MessageFrame frame, long value) {
        setLong(frame.memory(), frame.offset(), value);
    }

    /**
     * Reads a field of whole bytes from a frame; what the sender left out is 0.
     *
     * @param frame a checked frame
     * @return as many bytes as the field has
     */
    public Octets getBytes(MessageFrame frame) {
        int count = bits / Byte.SIZE;
        int there = Math.clamp((long) frame.sizeBytes() - byteOffset, 0, count);
        if (there == 0) {
            return Octets.of(new byte[count]);
        }
        return there == count ? getBytes(frame.memory(), frame.offset())
            : Octets.of(Arrays.copyOf(Octets.read(frame.memory(), frame.offset() + byteOffset, there).toArray(), count));
    }

    /**
     * Writes a field of whole bytes into a frame: as many of {@code value} as the field has, and zeros after them.
     *
     * @param frame a frame that the caller holds
     * @param value its bytes
     * @throws IndexOutOfBoundsException the field lies outside the memory
     */
    public void setBytes(MessageFrame frame, Octets value) {
        setBytes(frame.memory(), frame.offset(), value);
    }

    private int mask() {
        return -1 >>> (Integer.SIZE - bits);
    }

    @Override
    public String toString() {
        return name + "@" + byteOffset + "[" + (firstBit + bits - 1) + ":" + firstBit + "]";
    }
}
