package dev.spine.i2o.unit.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Size and access of the slots of a ring. The array is the ring's own field, so that nothing stands between it and its slots. */
final class RingSlots {
    /** A slot; objects pass by release and acquire. */
    static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);
    /** Unused slots at both ends: 128 bytes or more, whatever a reference takes. */
    static final int MARGIN = 32;

    /**
     * The smallest ring that asks. An offering side asks the other side's position about once per lap, which costs a transfer between
     * cores; below one in a hundred exchanges it does not show in their 99th percentile. Larger rings than that only fill caches.
     */
    static final int MIN_ASKING = 256;
    private static final int MAX = 1 << 28;

    private RingSlots() {}

    /** Returns how many slots a ring has that must hold {@code asked} objects: a power of two, at least {@code least}. */
    static int capacity(int asked, int least) {
        if (asked < 1 || asked > MAX) {
            throw new IllegalArgumentException("a ring holds 1 to 2^28 objects, not " + asked);
        }
        return asked <= least ? least : Integer.highestOneBit(asked - 1) << 1;
    }
}
