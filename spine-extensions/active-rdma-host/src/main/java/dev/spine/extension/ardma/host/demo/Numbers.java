package dev.spine.extension.ardma.host.demo;

import dev.spine.extension.ardma.routine.Area;

/**
 * Numbers one behind the other: at 0 how many there are, then 8 bytes for each. Routines take them into scratch memory in pieces, behind
 * what else they have there. Any thread.
 */
public final class Numbers {
    /** Where the first number is. */
    static final int FIRST = 8;
    /** Bytes of a piece. */
    static final int PIECE = 2_048;

    private Numbers() {}

    /**
     * {@return how many bytes they take}
     *
     * @param count how many there are, at least 0
     */
    public static long bytes(int count) {
        return FIRST + (long) count * Long.BYTES;
    }

    /**
     * Lays numbers out.
     *
     * @param area that has room for them
     * @param numbers any
     * @throws IllegalArgumentException when the area is too small or can only be read
     */
    public static void layOut(Area area, long... numbers) {
        Layout.require(area, bytes(numbers.length));
        area.put64(0, numbers.length);
        for (int i = 0; i < numbers.length; i++) {
            area.put64(FIRST + (long) i * Long.BYTES, numbers[i]);
        }
    }
}
