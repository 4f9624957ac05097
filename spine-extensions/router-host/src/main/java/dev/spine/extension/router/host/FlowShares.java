package dev.spine.extension.router.host;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Shares the buckets into which flows fall among next hops, by weight. Each next hop has its share of the buckets, rounded, and at least
 * one. A bucket moves only when its next hop is gone, or has more than its share: the flows of the other buckets stay.
 */
final class FlowShares {
    private FlowShares() {}

    /**
     * {@return the next hop of each bucket}
     *
     * @param count how many buckets, at least as many as next hops
     * @param hops their numbers, each once
     * @param weights of the hops, at least 1 each
     * @param before the hop of each bucket until now, null when there were no such buckets
     */
    static int[] share(int count, int[] hops, int[] weights, int @Nullable[] before) {
        int[] left = quotas(count, weights);
        int[] buckets = new int[count];
        Map<Integer, Integer> places = new HashMap<>();
        for (int i = 0; i < hops.length; i++) {
            places.put(hops[i], i);
        }
        boolean[] kept = new boolean[count];
        for (int bucket = 0; before != null && bucket < count; bucket++) {
            Integer place = places.get(before[bucket]);
            if (place != null && left[place] > 0) {
                left[place]--;
                buckets[bucket] = before[bucket];
                kept[bucket] = true;
            }
        }
        int next = 0;
        for (int bucket = 0; bucket < count; bucket++) {
            if (!kept[bucket]) {
                while (left[next] == 0) {
                    next = (next + 1) % hops.length;
                }
                left[next]--;
                buckets[bucket] = hops[next];
                next = (next + 1) % hops.length;
            }
        }
        return buckets;
    }

    /** How many buckets each weight gets: what is left after whole ones goes to the largest remainders. */
    private static int[] quotas(int count, int[] weights) {
        long total = Arrays.stream(weights).asLongStream().sum();
        int[] quotas = new int[weights.length];
        long[] remainders = new long[weights.length];
        int given = 0;
        for (int i = 0; i < weights.length; i++) {
            long exact = (long) count * weights[i];
            quotas[i] = (int) Math.max(1, exact / total);
            // One that has more than its share already comes last.
            remainders[i] = exact / total == 0 ? -1 : exact % total;
            given += quotas[i];
        }
        for (; given < count; given++) {
            int most = 0;
            for (int i = 1; i < remainders.length; i++) {
                most = remainders[i] > remainders[most] ? i : most;
            }
            quotas[most]++;
            remainders[most] -= total;
        }
        for (; given > count; given--) {
            int most = 0;
            for (int i = 1; i < quotas.length; i++) {
                most = quotas[i] > quotas[most] ? i : most;
            }
            quotas[most]--;
        }
        return quotas;
    }
}
