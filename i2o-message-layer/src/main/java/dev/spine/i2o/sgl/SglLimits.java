package dev.spine.i2o.sgl;

/**
 * How much of a list a reader reads before it gives up. Immutable; any thread.
 *
 * @param maxElements elements, skipped ones and pages included; at least 1
 * @param maxBytes bytes of data that all elements describe together; 1 to 2147483647
 * @param maxFragments chained fragments; 0 refuses chains
 * @param maxFragmentBytes bytes of the largest fragment; at least 16
 */
public record SglLimits(int maxElements, long maxBytes, int maxFragments, int maxFragmentBytes) {
    /** What fits a frame of 512 bytes and a few pages of chained elements: 1024 elements, 64 MiB, 8 fragments of 4 KiB. */
    public static final SglLimits STANDARD = new SglLimits(1024, 0x400_0000, 8, 4096);

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException a limit is outside its range
     */
    public SglLimits {
        if (maxElements < 1 || maxBytes < 1 || maxBytes > Integer.MAX_VALUE || maxFragments < 0 || maxFragmentBytes < 16) {
            throw new IllegalArgumentException("limits must allow 1 element, 1 byte to 2 GiB, 0 fragments and fragments of 16 bytes: "
                + maxElements
                + ", " + maxBytes + ", " + maxFragments + ", " + maxFragmentBytes);
        }
    }
}
