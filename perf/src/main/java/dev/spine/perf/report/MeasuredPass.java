package dev.spine.perf.report;

import org.HdrHistogram.Histogram;

/** What one pass of a path found. One thread at a time. */
public interface MeasuredPass {
    /** {@return units that arrived: packets, or chunks of stored data} */
    long units();

    /** {@return from the first due time, or the beginning, to the last arrival} */
    double seconds();

    /** {@return units offered and not arrived} */
    long lost();

    /** {@return what the pass cost the system} */
    PassCosts costs();

    /** {@return nanoseconds from due time to arrival, of what the pass took latencies of} */
    Histogram latencies();

    /** {@return units that arrived in a second} */
    default double rate() {
        return units() / seconds();
    }

    /** {@return share of the pass in which the host's processor worked; what is done for the last units afterwards can make it exceed 1} */
    default double hostShare() {
        return costs().processorSeconds().getOrDefault("host", 0.0) / seconds();
    }
}
