package dev.spine.host.lan;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * How an OSM uses a LAN port. Immutable; any thread.
 *
 * @param buckets how many it has, 1 to 4095: those that wait for packets, and those that the application holds
 * @param bucketBytes bytes of each, 64 to 65536
 * @param repostBatch how many released buckets gather before they go back to the port, at least 1; no more than a quarter of all, and a
 *     port that runs dry gets them sooner
 * @param sendsInFlight how many packets can be in flight at once, 1 to 4095
 * @param filterMask what the port shall receive, bits of {@link dev.spine.i2o.param.LanGroups.FilterMask}
 * @param maxRxBatchDelayUs how long the port may let a packet wait for others, microseconds; 0: until its burst ends
 */
public record LanSettings(int buckets, int bucketBytes, int repostBatch, int sendsInFlight, int filterMask, int maxRxBatchDelayUs) {
    /** 512 buckets of 2 KiB, 32 to a message; packets that are meant for the port. */
    public static final LanSettings STANDARD = new LanSettings(512, 2048, 32, 128, 0, 0);

    /** Checks the ranges. */
    public LanSettings {
        check("buckets", buckets, 1, BucketPool.MAX_BUCKETS);
        check("bucketBytes", bucketBytes, 64, 65_536);
        check("repostBatch", repostBatch, 1, Integer.MAX_VALUE);
        check("sendsUnderWay", sendsInFlight, 1, 4095);
        check("maxRxBatchDelayUs", maxRxBatchDelayUs, 0, Integer.MAX_VALUE);
    }

    private static void check(String what, int value, int least, int most) {
        checkArgument(value >= least && value <= most, "LAN OSM: %s must be %s to %s, got %s", what, least, most, value);
    }

    /**
     * {@return the same with another filter}
     *
     * @param mask bits of {@link dev.spine.i2o.param.LanGroups.FilterMask}
     */
    public LanSettings withFilter(int mask) {
        return new LanSettings(buckets, bucketBytes, repostBatch, sendsInFlight, mask, maxRxBatchDelayUs);
    }

    /**
     * {@return the same with other buckets}
     *
     * @param count how many, 1 to 4095
     * @param bytes bytes of each, 64 to 65536
     */
    public LanSettings withBuckets(int count, int bytes) {
        return new LanSettings(count, bytes, repostBatch, sendsInFlight, filterMask, maxRxBatchDelayUs);
    }
}
