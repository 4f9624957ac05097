package dev.spine.host.lan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BucketPoolTest {
    private final BucketPool pool = new BucketPool(3);

    @Test
    void aBucketIsWithOneOfThree() {
        int index = pool.post();
        assertEquals(2, pool.freeBuckets());
        assertEquals(1, pool.postedBuckets());
        int token = pool.token(index);
        assertEquals(index, pool.posted(token));
        pool.hold(index);
        assertEquals(BucketPool.NONE, pool.posted(token));
        assertEquals(1, pool.heldBuckets());
        assertTrue(pool.release(token));
        assertEquals(3, pool.freeBuckets());
    }

    @Test
    void aTokenIsWorthNothingAfterTheBucketWasFree() {
        int index = pool.post();
        int old = pool.token(index);
        pool.returnEmpty(index);
        assertEquals(index, pool.post());
        assertNotEquals(old, pool.token(index));
        assertEquals(BucketPool.NONE, pool.posted(old));
        pool.hold(index);
        assertFalse(pool.release(old));
        assertTrue(pool.release(pool.token(index)));
        assertFalse(pool.release(pool.token(index)));
    }

    @Test
    void madeUpTokensNameNothing() {
        pool.post();
        for (int token : new int[] {-1, 3, 4095, 0x7FFF_F000, 0x1000}) {
            assertEquals(BucketPool.NONE, pool.posted(token));
            assertFalse(pool.release(token));
        }
    }

    @Test
    void whatAPortHasLostIsTakenBack() {
        pool.post();
        int held = pool.post();
        pool.post();
        pool.hold(held);
        assertEquals(2, pool.reclaimPosted());
        assertEquals(2, pool.freeBuckets());
        assertEquals(1, pool.heldBuckets());
    }

    @Test
    void impossibleSettingsAreErrorsOfTheCaller() {
        assertThrows(IllegalArgumentException.class, () -> LanSettings.STANDARD.withBuckets(0, 2048));
        assertThrows(IllegalArgumentException.class, () -> LanSettings.STANDARD.withBuckets(4096, 2048));
        assertThrows(IllegalArgumentException.class, () -> LanSettings.STANDARD.withBuckets(1, 63));
        assertEquals(4095, LanSettings.STANDARD.withBuckets(4095, 64).buckets());
    }
}
