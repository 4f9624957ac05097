package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Who gets which bucket: shares are by weight, and a bucket moves only if it must. */
class FlowSharesTest {
    private static final int BUCKETS = 256;

    private static int[] share(int[] hops, int[] weights, int[] before) {
        return FlowShares.share(BUCKETS, hops, weights, before);
    }

    private static int[] share(int[] hops, int[] weights) {
        return FlowShares.share(BUCKETS, hops, weights, null);
    }

    private static long count(int[] buckets, int hop) {
        return Arrays.stream(buckets).filter(each -> each == hop).count();
    }

    private static long moved(int[] before, int[] after, int exceptFrom) {
        long moved = 0;
        for (int i = 0; i < before.length; i++) {
            moved += before[i] != exceptFrom && before[i] != after[i] ? 1 : 0;
        }
        return moved;
    }

    @Test
    void sharesAreByWeight() {
        int[] buckets = share(new int[] {7, 9}, new int[] {3, 1});
        assertEquals(192, count(buckets, 7));
        assertEquals(64, count(buckets, 9));
        int[] three = share(new int[] {1, 2, 3}, new int[] {1, 1, 1});
        assertEquals(86, count(three, 1));
        assertEquals(85, count(three, 2));
        assertEquals(85, count(three, 3));
    }

    @Test
    void theLightestHasABucket() {
        int[] buckets = share(new int[] {1, 2, 3}, new int[] {65_535, 1, 1});
        assertEquals(254, count(buckets, 1));
        assertEquals(1, count(buckets, 2));
        assertEquals(1, count(buckets, 3));
    }

    @Test
    void whenAHopGoesOnlyItsBucketsMove() {
        int[] before = share(new int[] {1, 2, 3, 4}, new int[] {1, 1, 1, 1});
        int[] after = share(new int[] {1, 2, 4}, new int[] {1, 1, 1}, before);
        assertEquals(0, count(after, 3));
        assertEquals(0, moved(before, after, 3));
    }

    @Test
    void whenAHopComesNoMoreMoveThanItGets() {
        int[] before = share(new int[] {1, 2}, new int[] {1, 1});
        int[] after = share(new int[] {1, 2, 3}, new int[] {1, 1, 2}, before);
        assertEquals(128, count(after, 3));
        assertEquals(128, moved(before, after, -1));
    }

    @Test
    void whatIsSharedAsBeforeStaysAsItIs() {
        int[] before = share(new int[] {5, 6, 7}, new int[] {1, 20, 300});
        assertArrayEquals(before, share(new int[] {7, 6, 5}, new int[] {300, 20, 1}, before));
    }

    /** Any hops and weights, from any before: all buckets are given, by weight but for one of rounding, and what can stay stays. */
    @Test
    void anyChangeKeepsTheSharesAndMovesLittle() {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        int[] before = null;
        for (int round = 0; round < 2_000; round++) {
            int[] hops = random.ints(1, 100).distinct().limit(1 + random.nextInt(NextHop.Spread.MAX_WAYS)).toArray();
            int most = 1 + random.nextInt(4);
            int[] weights = random.ints(hops.length, 1, 1 + most).toArray();
            int[] after = FlowShares.share(BUCKETS, hops, weights, before);
            String name = "spine.seed=" + seed + " round " + round;
            long total = Arrays.stream(weights).sum();
            long mustMove = before == null ? BUCKETS : 0;
            for (int i = 0; i < hops.length; i++) {
                double exact = (double) BUCKETS * weights[i] / total;
                long got = count(after, hops[i]);
                assertTrue(Math.abs(got - exact) < 2 && got > 0, () -> name + ": " + got + " of " + exact);
                mustMove += before == null ? 0 : Math.max(0, got - count(before, hops[i]));
            }
            assertEquals(BUCKETS, Arrays.stream(hops).mapToLong(hop -> count(after, hop)).sum(), name);
            if (before != null) {
                assertEquals(mustMove, moved(before, after, -1), name);
            }
            before = after;
        }
    }
}
