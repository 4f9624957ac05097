package dev.spine.extension.ardma.host.arf;

import dev.spine.extension.ardma.host.lift.Areas;

/**
 * The redo log. A transaction is written behind the last one, with a hash over it, and flushed; then its words are stored where they
 * belong, which nothing has to wait for: after a power cut, recovery stores them again. At the journal's end everything is flushed, and the
 * next transaction is the first one.
 */
final class Journal {
    private Journal() {}

    private static long seal(int area, long at, long words, long number) {
        return Areas.hash(area, at, words * 16) ^ (number + words) * ArfLayout.NUMBER_MIX;
    }

    /**
     * {@return 0, or why nothing was changed}. One word alone is stored as a whole or not at all, so it needs no flush.
     */
    static long commit() {
        long words = Words.count();
        long failed = Areas.load64(Areas.SCRATCH, ArfLayout.FAILED);
        if (failed != 0 || words == 0) {
            return failed;
        }
        if (!Lock.isOwn()) {
            return ArfStatus.LOST;
        }
        long number = Areas.load64(0, ArfLayout.NEXT);
        long at = Areas.load64(0, ArfLayout.HEAD);
        long bytes = ArfLayout.TRANSACTION_BYTES + words * 16;
        long start = Areas.load64(0, ArfLayout.JOURNAL);
        if (at + bytes > start + Areas.load64(0, ArfLayout.JOURNAL_BYTES)) {
            settle(number);
            at = start;
        }
        Areas.store64(0, at, ArfLayout.TRANSACTION);
        Areas.store64(0, at + 8, number);
        Areas.store64(0, at + 16, words);
        Areas.store64(0, at + 24, seal(Areas.SCRATCH, 0, words, number));
        Areas.copy(Areas.SCRATCH, 0, 0, at + ArfLayout.TRANSACTION_BYTES, words * 16);
        if (words > 1) {
            Areas.flush(0);
        }
        if (!Lock.isOwn()) {
            return ArfStatus.LOST;
        }
        apply(Areas.SCRATCH, 0, words);
        Areas.store64(0, ArfLayout.HEAD, at + bytes);
        Areas.store64(0, ArfLayout.NEXT, number + 1);
        Words.clear();
        if (Areas.load64(Areas.SCRATCH, ArfLayout.FREES_LOGGED) != 0) {
            // Its words must not come back when the blocks have other contents.
            Areas.store64(Areas.SCRATCH, ArfLayout.FREES_LOGGED, 0);
            settle(number + 1);
            Areas.store64(0, ArfLayout.HEAD, start);
        }
        return 0;
    }

    private static void apply(int area, long from, long words) {
        long end = from + words * 16;
        for (long at = from; at < end; at += 16) {
            Areas.store64(0, Areas.load64(area, at), Areas.load64(area, at + 8));
        }
    }

    /** All that was committed is where it belongs, and the journal begins with a number. */
    private static void settle(long number) {
        Areas.flush(0);
        Areas.store64(0, ArfLayout.BASE, number);
        Areas.flush(0);
    }

    /** Stores what was committed where it belongs; what is there already stays what it is. */
    static void replay() {
        long start = Areas.load64(0, ArfLayout.JOURNAL);
        long end = start + Areas.load64(0, ArfLayout.JOURNAL_BYTES);
        long number = Areas.load64(0, ArfLayout.BASE);
        long at = start;
        while (at + ArfLayout.TRANSACTION_BYTES <= end && Areas.load64(0, at) == ArfLayout.TRANSACTION
            && Areas.load64(0, at + 8) == number) {
            long words = Areas.load64(0, at + 16);
            long first = at + ArfLayout.TRANSACTION_BYTES;
            if (words < 1 || words > ArfLayout.MAX_WORDS || first + words * 16 > end
                || Areas.load64(0, at + 24) != seal(0, first, words, number)) {
                break;
            }
            apply(0, first, words);
            at = first + words * 16;
            number++;
        }
        number += ArfLayout.NUMBER_GAP;
        settle(number);
        Areas.store64(0, ArfLayout.HEAD, start);
        Areas.store64(0, ArfLayout.NEXT, number);
    }
}
