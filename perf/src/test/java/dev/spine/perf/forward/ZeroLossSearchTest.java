package dev.spine.perf.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZeroLossSearchTest {
    private static final double RESOLUTION = 0.01;
    private static final long NO_WIRE = 1_000_000_000L;

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 1_000, 999_999, 4_100_000})
    void theHighestRateThatIsHeldIsFoundToTheResolutionFromAboveAndFromBelow(long capacity) {
        for (long guess : new long[] {Math.max(1, capacity / 3), capacity, capacity * 4}) {
            long found = new ZeroLossSearch(RESOLUTION, 1).search(guess, NO_WIRE, rate -> rate <= capacity);
            assertTrue(found <= capacity, found + " was never held");
            assertTrue(found >= capacity - Math.max(1, 1.02 * RESOLUTION * capacity), found + " of " + capacity + " from " + guess);
        }
    }

    @Test
    void aTrialThatNoiseHasSpoiltIsRepeatedAndOneThatIsTooMuchIsNot() {
        SplittableRandom random = new SplittableRandom(Long.getLong("spine.seed", 5));
        long capacity = 2_000_000;
        ZeroLossSearch search = new ZeroLossSearch(RESOLUTION, 3);
        // Every seventh trial is spoilt, never two in a row.
        int[] since = new int[1];
        long found = search.search(capacity * 2, NO_WIRE, rate -> rate <= capacity && (since[0]++ % 7 != 3 || random.nextInt() == 1));
        assertTrue(found <= capacity && found >= capacity * 0.985, Long.toString(found));
        assertTrue(search.repeats() >= 2 && search.repeats() < search.trials(), search.repeats() + " of " + search.trials());
    }

    @Test
    void aRateThatFailsEachTimeIsTriedAsOftenAsAllowedAndNoMore() {
        int[] tried = new int[1];
        assertEquals(0, new ZeroLossSearch(0.5, 3).search(1, NO_WIRE, _ -> {
            tried[0]++;
            return false;
        }));
        assertEquals(3, tried[0]);
    }

    @Test
    void nothingIsOfferedThatTheWireDoesNotCarry() {
        long[] most = new long[1];
        long found = new ZeroLossSearch(RESOLUTION, 1).search(900, 1_000, rate -> {
            most[0] = Math.max(most[0], rate);
            return true;
        });
        assertEquals(1_000, found, "the wire is full");
        assertEquals(1_000, most[0]);
    }
}
