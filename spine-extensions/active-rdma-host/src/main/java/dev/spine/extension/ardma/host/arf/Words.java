package dev.spine.extension.ardma.host.arf;

import dev.spine.extension.ardma.host.lift.Areas;

/**
 * The words of the area as the transaction under way sees them. What it changes is in scratch memory until it is committed: pairs of offset
 * and value in their order, and a hash table over them. So a transaction that is given up leaves nothing behind.
 */
final class Words {
    private Words() {}

    /** {@return the slot of the index in which an offset is, or which is free for it} */
    private static long slot(long offset) {
        long slot = (offset >>> 3) * ArfLayout.NUMBER_MIX >>> 54;
        while (true) {
            int pair = Areas.load16(Areas.SCRATCH, ArfLayout.WORDS_INDEX + slot * 2);
            if (pair == 0 || Areas.load64(Areas.SCRATCH, pair * 16L - 16) == offset) {
                return slot;
            }
            slot = slot + 1 & ArfLayout.INDEX_SLOTS - 1;
        }
    }

    static long get(long offset) {
        if (Areas.load64(Areas.SCRATCH, ArfLayout.COUNT) != 0) {
            int pair = Areas.load16(Areas.SCRATCH, ArfLayout.WORDS_INDEX + slot(offset) * 2);
            if (pair != 0) {
                return Areas.load64(Areas.SCRATCH, pair * 16L - 8);
            }
        }
        return Areas.load64(0, offset);
    }

    static void put(long offset, long value) {
        long at = ArfLayout.WORDS_INDEX + slot(offset) * 2;
        int pair = Areas.load16(Areas.SCRATCH, at);
        if (pair == 0) {
            long count = Areas.load64(Areas.SCRATCH, ArfLayout.COUNT);
            if (count == ArfLayout.MAX_WORDS) {
                fail(ArfStatus.TOO_LARGE);
                return;
            }
            pair = (int) count + 1;
            Areas.store64(Areas.SCRATCH, ArfLayout.COUNT, pair);
            Areas.store64(Areas.SCRATCH, pair * 16L - 16, offset);
            Areas.store16(Areas.SCRATCH, at, pair);
        }
        Areas.store64(Areas.SCRATCH, pair * 16L - 8, value);
    }

    static void add(long offset, long delta) {
        put(offset, get(offset) + delta);
    }

    static long count() {
        return Areas.load64(Areas.SCRATCH, ArfLayout.COUNT);
    }

    /** The transaction will not be committed. */
    static void fail(int status) {
        Areas.store64(Areas.SCRATCH, ArfLayout.FAILED, status);
    }

    static void clear() {
        Areas.store64(Areas.SCRATCH, ArfLayout.COUNT, 0);
        Areas.fill(Areas.SCRATCH, ArfLayout.WORDS_INDEX, 2 * ArfLayout.INDEX_SLOTS, 0);
    }

    static long now() {
        return Areas.load64(Areas.SCRATCH, ArfLayout.NOW);
    }
}
