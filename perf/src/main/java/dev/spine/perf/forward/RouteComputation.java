package dev.spine.perf.forward;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Work for a host's processor whose result is known: the shortest paths from one router of a network to all others, as a routing protocol
 * computes them after an update.
 *
 * <p>Computed by Dijkstra's algorithm over arrays, and held against what Floyd's and Warshall's, which has nothing in common with it, found
 * before. Allocates nothing after it was made; one thread.
 */
final class RouteComputation {
    private static final int ROUTERS = 128;
    private static final int LINKS = 5;
    private static final int LONGEST = 100;
    private static final int FAR = Integer.MAX_VALUE / 4;

    private final int[][] neighbours = new int[ROUTERS][];
    private final int[][] costs = new int[ROUTERS][];
    private final long[] expected = new long[ROUTERS];
    private final int[] distances = new int[ROUTERS];
    private final boolean[] done = new boolean[ROUTERS];

    /** A network: a ring, and random links across it. */
    RouteComputation(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[][] best = new int[ROUTERS][ROUTERS];
        for (int router = 0; router < ROUTERS; router++) {
            Arrays.fill(best[router], FAR);
            best[router][router] = 0;
        }
        for (int router = 0; router < ROUTERS; router++) {
            neighbours[router] = new int[LINKS];
            costs[router] = new int[LINKS];
            for (int link = 0; link < LINKS; link++) {
                int to = link == 0 ? (router + 1) % ROUTERS : random.nextInt(ROUTERS);
                int cost = 1 + random.nextInt(LONGEST);
                neighbours[router][link] = to;
                costs[router][link] = cost;
                best[router][to] = Math.min(best[router][to], cost);
            }
        }
        for (int by = 0; by < ROUTERS; by++) {
            for (int[] row : best) {
                for (int to = 0; to < ROUTERS; to++) {
                    row[to] = Math.min(row[to], row[by] + best[by][to]);
                }
            }
        }
        for (int router = 0; router < ROUTERS; router++) {
            expected[router] = sum(best[router]);
        }
    }

    private static long sum(int[] distances) {
        long sum = 0;
        for (int distance : distances) {
            sum = sum * 31 + distance;
        }
        return sum;
    }

    /** Computes once; returns whether the result is right. */
    boolean compute(long unit) {
        int from = (int) (unit % ROUTERS);
        Arrays.fill(distances, FAR);
        Arrays.fill(done, false);
        distances[from] = 0;
        for (int round = 0; round < ROUTERS; round++) {
            int next = nearest();
            done[next] = true;
            for (int link = 0; link < LINKS; link++) {
                int to = neighbours[next][link];
                distances[to] = Math.min(distances[to], distances[next] + costs[next][link]);
            }
        }
        return sum(distances) == expected[from];
    }

    private int nearest() {
        int nearest = -1;
        for (int router = 0; router < ROUTERS; router++) {
            if (!done[router] && (nearest < 0 || distances[router] < distances[nearest])) {
                nearest = router;
            }
        }
        return nearest;
    }
}
