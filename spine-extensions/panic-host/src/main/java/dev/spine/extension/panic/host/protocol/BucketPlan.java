package dev.spine.extension.panic.host.protocol;

/**
 * Where the packets of a bucket go, and how fast.
 *
 * @param to the hardware address of the receiver
 * @param program the receiver's program, 1 to 65,535
 * @param trigger which of its triggers
 * @param stepNs nanoseconds in which 256 tokens come, 10,000 to 16,000,000; a token is a byte of payload
 * @param depth tokens that the bucket holds: bytes that may leave at once, 256 to 32,768
 */
public record BucketPlan(long to, int program, int trigger, int stepNs, int depth) {
    /** Tokens that come in a step. */
    public static final int STEP_TOKENS = 256;
    /** The most bytes of a packet. */
    public static final int MAX_BYTES = 1_480;

    private static final int MIN_STEP_NS = 10_000;
    private static final int MAX_STEP_NS = 16_000_000;
    private static final int MAX_DEPTH = 32_768;

    /** Checks the ranges. */
    public BucketPlan {
        if (stepNs < MIN_STEP_NS || stepNs > MAX_STEP_NS || depth < STEP_TOKENS || depth > MAX_DEPTH) {
            throw new IllegalArgumentException("a bucket has " + STEP_TOKENS + " to " + MAX_DEPTH + " tokens, and gets " + STEP_TOKENS
                + " in " + MIN_STEP_NS + " to " + MAX_STEP_NS + " ns, not " + depth + " and " + stepNs);
        }
    }

    /** Whether a packet may be put into the bucket; one that is longer than the depth could never leave. */
    boolean fits(int bytes) {
        return bytes <= MAX_BYTES && bytes <= depth && bytes % Integer.BYTES == 0;
    }
}
