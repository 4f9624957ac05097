package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.measure.GarbageCollection;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Extensions of two nodes come, are replaced, fail and go in any order, while messages by every route, packets, bulk data, transfers, what
 * they have given to each other and what the host has granted are in flight and taken back, and frames are lost on the wire: see
 * {@link LifeSeed}. {@code -Dspine.seed} runs one seed again,
 * {@code -Dspine.seeds} says how many a full build runs.
 */
@Tag("SS-27")
@Tag("SN-11")
class LifeSeedsTest {
    /** After so many seeds the class loaders of all of them must be gone. */
    private static final int BATCH = 50;

    @Test
    void someDozensOfSeeds() {
        run(1, 48);
    }

    @Test
    @Tag("full")
    void manySeeds() {
        run(1, Integer.getInteger("spine.seeds", 200));
    }

    private static void run(long first, int count) {
        Long only = Long.getLong("spine.seed");
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        LifeSeed.Totals totals = new LifeSeed.Totals();
        long last = only == null ? first + count - 1 : only;
        for (long seed = only == null ? first : only; seed <= last; seed++) {
            try (LifeSeed life = new LifeSeed(seed, loaders, totals)) {
                life.everything();
                if (seed % BATCH == 0 || seed == last) {
                    // While the cards of the last one are still there.
                    assertGone(seed, loaders);
                    loaders.clear();
                }
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + " (-Dspine.seed=" + seed + "): " + e.getMessage(), e);
            }
        }
        if (only == null) {
            totals.assertThatEverythingHappened();
        }
        assertTrue(totals.loaders > 0);
    }

    private static void assertGone(long seed, List<WeakReference<ClassLoader>> loaders) {
        assertEquals(0, GarbageCollection.leaves(loaders), "class loaders left at seed " + seed);
    }
}
