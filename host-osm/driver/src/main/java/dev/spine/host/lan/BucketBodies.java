package dev.spine.host.lan;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.iop.bus.Region;

/**
 * Where the bytes of received packets go that the host does not want to see: only the head of each packet comes into host memory, the body
 * stays in other memory on the bus, such as the card's own, from where another card can fetch it. Immutable; any thread.
 *
 * <p>Each bucket has a place of its own in the region. The port needs to know nothing of it: a bucket is then a buffer of two runs.
 *
 * @param region where bodies lie; the host may write it, and so may the card
 * @param headBytes bytes of each packet that come into host memory, 14 to 1024; a packet that is no longer than that has no body
 */
public record BucketBodies(Region region, int headBytes) {
    private static final int MIN = 14;
    private static final int MAX = 1024;
    private static final int ALIGNMENT = 64;

    /** Checks the range. */
    public BucketBodies {
        checkArgument(headBytes >= MIN && headBytes <= MAX, "the head of a packet has %s to %s bytes, not %s", MIN, MAX, headBytes);
    }

    /**
     * {@return how large a region has to be}
     *
     * @param buckets how many buckets there are
     * @param bucketBytes bytes of each, the head included
     */
    public static long regionBytes(int buckets, int bucketBytes) {
        return (long) buckets * stride(bucketBytes);
    }

    private static int stride(int bucketBytes) {
        // One line more than a body, so that the same part of neighbouring packets does not fall into the same sets of a cache.
        return (bucketBytes + ALIGNMENT - 1 & -ALIGNMENT) + ALIGNMENT;
    }

    /** The bus address of the body of a bucket. */
    int address(int index, int bucketBytes) {
        return (int) region.base() + index * stride(bucketBytes);
    }

    /** Throws when the region is too small. */
    void check(LanSettings settings) {
        long needed = regionBytes(settings.buckets(), settings.bucketBytes());
        checkArgument(region.length() >= needed && settings.bucketBytes() > headBytes,
            "the bodies of %s buckets of %s bytes behind heads of %s need %s bytes and buckets larger than heads; '%s' has %s",
            settings.buckets(), settings.bucketBytes(), headBytes, needed, region.name(), region.length());
    }
}
