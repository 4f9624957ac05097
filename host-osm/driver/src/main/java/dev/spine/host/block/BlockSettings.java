package dev.spine.host.block;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.i2o.message.ClaimType;

/**
 * How an OSM uses a block device. Immutable; any thread.
 *
 * @param user as whose user it claims the device, a value of {@link ClaimType}
 * @param queueDepth how many requests can be in flight at once, 1 to 1024
 * @param maxTransferBytes the largest request, 512 bytes to 8 MiB
 * @param requestNs in how many nanoseconds a request must be answered; then it is aborted
 * @param flushNs the same for flush and verify
 * @param abortNs in how many nanoseconds an abort must be answered; then the device is reset
 * @param attempts how often a request is made that ends as busy or as ended by a reset of the device, at least 1
 * @param retryNs how many nanoseconds lie between two attempts
 */
public record BlockSettings(int user, int queueDepth, int maxTransferBytes, long requestNs, long flushNs, long abortNs, int attempts,
    long retryNs) {
    private static final long SECOND = 1_000_000_000L;
    private static final int LARGEST_TRANSFER = 8 << 20;

    /** The primary user, 128 requests of up to 1 MiB; 10 s for a request, 60 s to flush, 5 attempts 10 ms apart. */
    public static final BlockSettings STANDARD = new BlockSettings(ClaimType.PRIMARY, 128, 1 << 20, 10 * SECOND, 60 * SECOND, 5 * SECOND,
        5, SECOND / 100);

    /** Checks the ranges. */
    public BlockSettings {
        check("user", user, ClaimType.PRIMARY, ClaimType.MANAGEMENT);
        check("queueDepth", queueDepth, 1, 1024);
        check("maxTransferBytes", maxTransferBytes, 512, LARGEST_TRANSFER);
        check("requestNs", requestNs, 1, Long.MAX_VALUE);
        check("flushNs", flushNs, 1, Long.MAX_VALUE);
        check("abortNs", abortNs, 1, Long.MAX_VALUE);
        check("attempts", attempts, 1, 1000);
        check("retryNs", retryNs, 0, Long.MAX_VALUE);
    }

    private static void check(String what, long value, long least, long most) {
        checkArgument(value >= least && value <= most, "block OSM: %s must be %s to %s, got %s", what, least, most, value);
    }

    /**
     * {@return the same as another user}
     *
     * @param claimType a value of {@link ClaimType}
     */
    public BlockSettings as(int claimType) {
        return new BlockSettings(claimType, queueDepth, maxTransferBytes, requestNs, flushNs, abortNs, attempts, retryNs);
    }

    /**
     * {@return the same with another number of requests}
     *
     * @param depth how many can be in flight at once, 1 to 1024
     */
    public BlockSettings withQueueDepth(int depth) {
        return new BlockSettings(user, depth, maxTransferBytes, requestNs, flushNs, abortNs, attempts, retryNs);
    }

    /**
     * {@return the same with another size of requests}
     *
     * @param bytes of the largest request, 512 bytes to 8 MiB
     */
    public BlockSettings withMaxTransfer(int bytes) {
        return new BlockSettings(user, queueDepth, bytes, requestNs, flushNs, abortNs, attempts, retryNs);
    }

    /**
     * {@return the same with other limits of time}
     *
     * @param request nanoseconds for a request
     * @param abort nanoseconds for an abort
     */
    public BlockSettings waiting(long request, long abort) {
        return new BlockSettings(user, queueDepth, maxTransferBytes, request, request, abort, attempts, retryNs);
    }

    /**
     * {@return the same with other attempts}
     *
     * @param times how often a request is made, at least 1
     * @param apartNs nanoseconds between two attempts
     */
    public BlockSettings trying(int times, long apartNs) {
        return new BlockSettings(user, queueDepth, maxTransferBytes, requestNs, flushNs, abortNs, times, apartNs);
    }
}
