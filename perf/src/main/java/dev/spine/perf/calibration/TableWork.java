package dev.spine.perf.calibration;

import java.util.function.LongUnaryOperator;

/** Code of counted units: keys by chance are looked for in a table of 4,096 places, and in one of three steps. One thread at a time. */
public final class TableWork implements LongUnaryOperator {
    private static final int PLACES = 4096;
    private static final int KEYS = PLACES / 2;
    private static final int FAN = 16;
    private static final int BITS = 4;
    private static final int LOOKUPS = 16;
    private static final int MIX = 0x9E37_79B1;

    private final int[] keys = new int[PLACES];
    private final int[] values = new int[PLACES];
    /** Blocks of places, each with the number of the next one. */
    private final int[] steps = new int[(1 + FAN + FAN * FAN) * FAN];

    /** Made in each namespace. */
    public TableWork() {
        for (int i = 1; i <= KEYS; i++) {
            int at = place(i);
            while (keys[at] != 0) {
                at = at + 1 & PLACES - 1;
            }
            keys[at] = i;
            values[at] = i * 7;
        }
        for (int i = 0; i < steps.length; i++) {
            steps[i] = (i + 1) * FAN % steps.length;
        }
    }

    private static int place(int key) {
        return key * MIX >>> 20;
    }

    private int find(int key) {
        int at = place(key);
        while (keys[at] != key) {
            if (keys[at] == 0) {
                return 0;
            }
            at = at + 1 & PLACES - 1;
        }
        return values[at];
    }

    private int walk(int key) {
        int block = 0;
        for (int shift = 2 * BITS; shift >= 0; shift -= BITS) {
            block = steps[block + (key >>> shift & FAN - 1)];
        }
        return block;
    }

    @Override
    public long applyAsLong(long seed) {
        int random = (int) seed * MIX + 1;
        long result = 0;
        for (int i = 0; i < LOOKUPS; i++) {
            random = random * 1_664_525 + 1_013_904_223;
            int key = random >>> 21;
            result += find(key + 1) + walk(key);
        }
        return result;
    }
}
