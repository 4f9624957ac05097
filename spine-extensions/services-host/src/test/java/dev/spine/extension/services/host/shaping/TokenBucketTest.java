package dev.spine.extension.services.host.shaping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.services.shaping.TokenBucket;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A bucket lets through what its burst and rate allow, to the bit and the nanosecond. */
class TokenBucketTest {
    @Test
    void aFullBucketHasItsBurstAndNotAByteMore() {
        TokenBucket bucket = new TokenBucket(8_000, 1_000, 0);
        assertTrue(bucket.take(400, 0) && bucket.take(600, 0));
        assertFalse(bucket.take(1, 999_999));
        assertTrue(bucket.take(1, 1_000_000));
        assertEquals(1_000_000, bucket.waitNs(1, 1_000_000));
    }

    @Test
    void inNoTimeMoreGoesThanBurstAndRateAllowAndNothingIsWasted() {
        long seed = Long.getLong("spine.seed", 12);
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            long rate = 1 + random.nextLong(1L << random.nextInt(1, 38));
            int burst = 1_514 + random.nextInt(100_000);
            long start = random.nextLong(1L << 60);
            TokenBucket bucket = new TokenBucket(rate, burst, start);
            long now = start;
            long taken = 0;
            boolean held = false;
            for (int i = 0; i < 300; i++) {
                int bytes = 64 + random.nextInt(1_450);
                long wait = bucket.waitNs(bytes, now);
                if (wait > 0) {
                    assertFalse(bucket.take(bytes, now + wait - 1), "seed " + seed);
                    held = true;
                }
                now += wait;
                assertTrue(bucket.take(bytes, now), "seed " + seed);
                taken += bytes;
            }
            BigInteger allowed = BigInteger.valueOf(rate).multiply(BigInteger.valueOf(now - start))
                .add(BigInteger.valueOf(burst).multiply(BigInteger.valueOf(8_000_000_000L)));
            BigInteger used = BigInteger.valueOf(taken).multiply(BigInteger.valueOf(8_000_000_000L));
            assertTrue(used.compareTo(allowed) <= 0, "seed " + seed);
            // Who always sends as soon as he may is held for no more than the rest of a nanosecond.
            assertTrue(!held || allowed.subtract(used).compareTo(BigInteger.valueOf(rate)) < 0, "seed " + seed);
        }
    }

    @Test
    void aLongPauseFillsItAndNoFurther() {
        TokenBucket bucket = new TokenBucket(TokenBucket.MAX_RATE, TokenBucket.MAX_BURST, 0);
        assertTrue(bucket.take((int) TokenBucket.MAX_BURST, 0));
        assertTrue(bucket.take((int) TokenBucket.MAX_BURST, Long.MAX_VALUE));
        assertFalse(bucket.take(1, Long.MAX_VALUE));
        assertThrows(IllegalArgumentException.class, () -> new TokenBucket(0, 1, 0));
    }
}
