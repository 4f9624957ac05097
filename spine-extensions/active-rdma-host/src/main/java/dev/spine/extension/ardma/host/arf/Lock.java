package dev.spine.extension.ardma.host.arf;

import dev.spine.extension.ardma.host.lift.Areas;

/**
 * The word that says who changes the file system. It is another one whenever an owner has come or gone, so who reads without owning it sees
 * afterwards whether anything can have changed.
 */
final class Lock {
    private static final long OWNER = 0xFF;

    private Lock() {}

    static long word() {
        return Areas.load64(0, ArfLayout.LOCK);
    }

    static boolean isHeld(long word) {
        return (word & OWNER) != 0;
    }

    static boolean isOf(long word, long client) {
        return (word & OWNER) == client;
    }

    /** {@return 0, or BUSY when another one owns it} */
    static long take(long client) {
        long word = word();
        return isHeld(word) ? ArfStatus.BUSY : takeFrom(word, client);
    }

    /** Takes it from the owner that a word says, or from none. */
    static long takeFrom(long word, long client) {
        long own = (word & ~OWNER) + (isHeld(word) ? OWNER + 1 : 0) | client;
        if (Areas.cas(0, ArfLayout.LOCK, word, own) != word) {
            return ArfStatus.BUSY;
        }
        Areas.store64(Areas.SCRATCH, ArfLayout.OWN_LOCK, own);
        return 0;
    }

    /** Goes on as who took it in an earlier call: {@return 0, or LOST when that one does not own it any more} */
    static long resume(long word) {
        Areas.store64(Areas.SCRATCH, ArfLayout.OWN_LOCK, word);
        return isHeld(word) && isOwn() ? 0 : ArfStatus.LOST;
    }

    static boolean isOwn() {
        return word() == Areas.load64(Areas.SCRATCH, ArfLayout.OWN_LOCK);
    }

    static void release() {
        long own = Areas.load64(Areas.SCRATCH, ArfLayout.OWN_LOCK);
        Areas.cas(0, ArfLayout.LOCK, own, (own & ~OWNER) + OWNER + 1);
    }
}
