package dev.spine.extension.ardma.routine;

import dev.spine.extension.api.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that a routine touches by 64-bit offsets from 0. The caller checks bounds and rights first, then asks whether the bytes are here.
 * Values of several bytes are in network order.
 */
public abstract class Area {
    /** For areas of a server, and for tests. */
    protected Area() {}

    /** {@return how many bytes there are; 0 when it was closed} */
    public abstract long length();

    /** {@return whether it can be written} */
    public abstract boolean isWritable();

    /** {@return whether it was closed: every access is then a fault} */
    public boolean isClosed() {
        return false;
    }

    /**
     * {@return how many of some bytes can be used now, from the first one on; 0 when they have to be brought, which begins: ask later;
     * -1 when they cannot be brought}
     *
     * @param offset the first byte, within the area
     * @param bytes how many, at least 1, within the area; up to 8 are all here, or none
     */
    public int here(long offset, long bytes) {
        return (int) Math.min(bytes, Integer.MAX_VALUE);
    }

    /**
     * {@return as {@link #here}, of bytes that are read alone, and not by an instruction that writes to this area}
     *
     * @param offset as there
     * @param bytes as there
     */
    public int hereToRead(long offset, long bytes) {
        return here(offset, bytes);
    }

    /** {@return the number of the last change, by which {@link #flushed} is asked; 0 where nothing has to be flushed} */
    public long changes() {
        return 0;
    }

    /**
     * {@return 1 when everything that was changed up to some change is durable, and of memory; 0 when a device is at it, which begins: ask
     * later; -1 when that failed}
     *
     * @param lastChange what {@link #changes} was
     */
    public int flushed(long lastChange) {
        return 1;
    }

    /** {@return the buffer that has the bytes that are here, those of one {@link #here} in a row; null when each is asked for by itself} */
    public @Nullable Buffer memory() {
        return null;
    }

    /**
     * {@return the buffer in which {@link #place} says where a byte is; null when each is asked for by itself}
     *
     * @param offset of a byte that is here
     */
    public @Nullable Buffer memory(long offset) {
        return memory();
    }

    /**
     * {@return where in {@link #memory(long)} a byte is}
     *
     * @param offset of a byte that is here
     */
    public int place(long offset) {
        throw new UnsupportedOperationException("this area is in no buffer");
    }

    /**
     * Says that bytes were written in {@link #memory}.
     *
     * @param place of the first one, which is here with the others
     */
    public void change(int place) {
        // Memory has them.
    }

    /**
     * {@return a byte, 0 to 255}
     *
     * @param offset of a byte that is here
     */
    public abstract int get8(long offset);

    /**
     * {@return 16 bits, 0 to 65,535}
     *
     * @param offset of the first of two bytes that are here
     */
    public int get16(long offset) {
        return get8(offset) << 8 | get8(offset + 1);
    }

    /**
     * {@return 32 bits}
     *
     * @param offset of the first of four bytes that are here
     */
    public int get32(long offset) {
        return get16(offset) << 16 | get16(offset + 2);
    }

    /**
     * {@return 64 bits}
     *
     * @param offset of the first of eight bytes that are here
     */
    public long get64(long offset) {
        return (long) get32(offset) << 32 | get32(offset + 4) & 0xFFFF_FFFFL;
    }

    /**
     * Writes a byte.
     *
     * @param offset of a byte that is here, in an area that can be written
     * @param value the low 8 bits
     */
    public abstract void put8(long offset, int value);

    /**
     * Writes 16 bits.
     *
     * @param offset of the first of two bytes that are here
     * @param value the low 16 bits
     */
    public void put16(long offset, int value) {
        put8(offset, value >>> 8);
        put8(offset + 1, value);
    }

    /**
     * Writes 32 bits.
     *
     * @param offset of the first of four bytes that are here
     * @param value the value
     */
    public void put32(long offset, int value) {
        put16(offset, value >>> 16);
        put16(offset + 2, value);
    }

    /**
     * Writes 64 bits.
     *
     * @param offset of the first of eight bytes that are here
     * @param value the value
     */
    public void put64(long offset, long value) {
        put32(offset, (int) (value >>> 32));
        put32(offset + 4, (int) value);
    }

    /**
     * {@return the 64 bits that were there; if they were what was expected, others are there now}
     *
     * @param offset of the first of eight bytes that are here, in an area that can be written
     * @param expected what they must be
     * @param value what they are to be then
     */
    public long compareAndSwap(long offset, long expected, long value) {
        long before = get64(offset);
        if (before == expected) {
            put64(offset, value);
        }
        return before;
    }

    /**
     * {@return the 64 bits that were there before something was added}
     *
     * @param offset of the first of eight bytes that are here, in an area that can be written
     * @param delta what is added
     */
    public long fetchAndAdd(long offset, long delta) {
        long before = get64(offset);
        put64(offset, before + delta);
        return before;
    }

    /**
     * {@return whether bytes are within it: also of offsets and counts that are negative, and of those whose sum is none}
     *
     * @param offset the first byte
     * @param bytes how many
     */
    public final boolean holds(long offset, long bytes) {
        return offset >= 0 && bytes >= 0 && offset <= length() - bytes;
    }
}
