package dev.spine.perf.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("SS-56")
class TrafficTest {
    private static final int NODES = 16;

    @ParameterizedTest
    @ValueSource(strings = {"permutation", "uniform", "incast:15", "hot-spot:25", "all-reduce"})
    void isReadAsItIsWrittenAndSendsNothingToItsSender(String text) {
        Traffic traffic = Traffic.parse(text);
        assertEquals(text, traffic.toString());
        for (int node = 0; node < NODES; node++) {
            int self = node;
            assertTrue(Arrays.stream(traffic.destinations(node, NODES, 1)).allMatch(to -> to != self && to >= 0 && to < NODES));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "storm", "uniform:1", "incast", "incast:x", "incast:0", "incast:256", "hot-spot:101", "hot-spot:"})
    void refusesWhatIsNoPattern(String text) {
        assertThrows(IllegalArgumentException.class, () -> Traffic.parse(text));
    }

    @Test
    void eachStepOfAPermutationAndOfAnAllReduceReachesEachNodeOnce() {
        assertStepsReachAll(new Traffic.Permutation(), NODES - 1);
        assertStepsReachAll(new Traffic.AllReduce(), 4);
    }

    private static void assertStepsReachAll(Traffic traffic, int steps) {
        int[][] destinations = IntStream.range(0, NODES).mapToObj(node -> traffic.destinations(node, NODES, 1)).toArray(int[][]::new);
        for (int step = 0; step < steps; step++) {
            int at = step;
            assertEquals(NODES, Arrays.stream(destinations).mapToInt(of -> of[at]).distinct().count(), traffic + ", step " + step);
        }
        assertEquals(steps, destinations[0].length);
    }

    @Test
    void nodesOfAnAllReduceDifferInABitAndAreAPowerOfTwo() {
        assertArrayEquals(new int[] {5 ^ 1, 5 ^ 2, 5 ^ 4, 5 ^ 8}, new Traffic.AllReduce().destinations(5, NODES, 1));
        assertTrue(new Traffic.AllReduce().isInStep());
        assertFalse(new Traffic.Uniform().isInStep());
        assertThrows(IllegalArgumentException.class, () -> new Traffic.AllReduce().destinations(0, 12, 1));
    }

    @Test
    void theSendersOfAnIncastSendToNodeZeroAndOthersNothing() {
        Traffic incast = new Traffic.Incast(3);
        assertEquals(4, incast.ownNodes());
        for (int node = 0; node < NODES; node++) {
            assertArrayEquals(node >= 1 && node <= 3 ? new int[] {0} : new int[0], incast.destinations(node, NODES, 1));
        }
    }

    @Test
    void chanceDrawsAllOthersEquallyAndTheHotSpotItsShare() {
        long[] uniform = counts(new Traffic.Uniform());
        long[] hot = counts(new Traffic.HotSpot(25));
        // 240 messages of each of 16 nodes: 240 to each in the mean; the bounds are more than five standard deviations away.
        assertTrue(Arrays.stream(uniform).allMatch(count -> count > 160 && count < 320), () -> Arrays.toString(uniform));
        long expected = Math.round(15 * 240 * (0.25 + 0.75 / 15));
        assertTrue(Math.abs(hot[0] - expected) < 160, () -> Arrays.toString(hot));
    }

    private static long[] counts(Traffic traffic) {
        long[] counts = new long[NODES];
        for (int node = 0; node < NODES; node++) {
            for (int to : traffic.destinations(node, NODES, 7)) {
                counts[to]++;
            }
        }
        return counts;
    }

    @Test
    void theSeedDecidesWhatChanceDraws() {
        Traffic uniform = new Traffic.Uniform();
        assertArrayEquals(uniform.destinations(3, NODES, 1), uniform.destinations(3, NODES, 1));
        assertFalse(Arrays.equals(uniform.destinations(3, NODES, 1), uniform.destinations(3, NODES, 2)));
        assertFalse(Arrays.equals(uniform.destinations(3, NODES, 1), uniform.destinations(4, NODES, 1)));
    }
}
