package dev.spine.perf.cluster;

import dev.spine.extension.experiment.storm.StormExtension;
import java.util.List;

/**
 * How long answers took: a histogram of four classes for each power of two, as {@link StormExtension} counts it. Any thread.
 *
 * @param classes how many answers are in each class
 * @param longestNs the longest, nanoseconds
 */
public record Latencies(List<Long> classes, long longestNs) {
    /** Copies the classes. */
    public Latencies {
        classes = List.copyOf(classes);
    }

    /**
     * {@return the time that a share of the answers did not exceed, nanoseconds; within its class by proportion; 0 without answers}
     *
     * @param share above 0, at most 1
     */
    public long quantileNs(double share) {
        long all = 0;
        for (long count : classes) {
            all += count;
        }
        double before = 0;
        for (int i = 0; i < classes.size(); i++) {
            long count = classes.get(i);
            if (count > 0 && before + count >= share * all) {
                long least = StormExtension.leastNs(i);
                long most = i == classes.size() - 1 ? longestNs : Math.min(longestNs, StormExtension.leastNs(i + 1));
                return Math.min(longestNs, least + Math.round((most - least) * (share * all - before) / count));
            }
            before += count;
        }
        return 0;
    }
}
