package dev.spine.extension.ardma.routine;

import dev.spine.extension.api.Buffer;

/**
 * The hash of bytes: for each eight bytes h = rotateLeft((h ^ bytes) * 0x9E3779B97F4A7C15, 29), the last ones filled up with zeros, then
 * once more with the number of bytes; h begins with 0. It tells things apart, and keeps nobody from making two that are alike. Any thread.
 */
public final class AreaHash {
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;
    private static final int TURN = 29;

    private AreaHash() {}

    /**
     * {@return the hash of a range}
     *
     * @param area with all bytes here
     * @param offset the first byte
     * @param bytes how many, less than 2 GiB
     */
    public static long of(Area area, long offset, long bytes) {
        return end(more(0, area, offset, bytes), bytes);
    }

    /**
     * {@return the hash so far of some bytes more}
     *
     * @param before the hash so far, 0 at the beginning
     * @param area with those bytes here
     * @param offset the first one
     * @param bytes how many, less than 2 GiB: a multiple of 8, except of the last ones
     */
    public static long more(long before, Area area, long offset, long bytes) {
        Buffer memory = bytes > Long.BYTES ? area.memory(offset) : null;
        if (memory != null) {
            return memory.hash(area.place(offset), (int) bytes, before);
        }
        long value = before;
        long left = bytes;
        for (long at = offset; left > 0; at += Long.BYTES) {
            value = mix(value, left >= Long.BYTES ? area.get64(at) : last(area, at, left));
            left -= Long.BYTES;
        }
        return value;
    }

    /**
     * {@return the hash}
     *
     * @param before the hash so far of all bytes
     * @param bytes how many there were
     */
    public static long end(long before, long bytes) {
        return mix(before, bytes);
    }

    private static long mix(long value, long word) {
        return Long.rotateLeft((value ^ word) * FACTOR, TURN);
    }

    private static long last(Area area, long at, long left) {
        long word = 0;
        for (int i = 0; i < left; i++) {
            word |= (long) area.get8(at + i) << Long.SIZE - Byte.SIZE - i * Byte.SIZE;
        }
        return word;
    }
}
