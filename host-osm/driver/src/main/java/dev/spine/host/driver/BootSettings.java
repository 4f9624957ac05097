package dev.spine.host.driver;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * How a host brings IOPs into operation: how many reply frames it gives, how long it waits, how often it tries again.
 * Immutable; any thread.
 *
 * <p>The waits of {@link #STANDARD} are those of the Linux 2.6 driver.
 *
 * @param replyFrames reply frames per IOP, 16 to 1024
 * @param attempts how often an IOP is reset before it is given up, at least 1
 * @param frameNs wait for a free inbound frame
 * @param statusNs wait for a status block
 * @param resetNs wait for a reset to begin, and again for it to end
 * @param outboundNs wait for the outbound queue
 * @param tableNs wait for the hardware resource table
 * @param systemNs wait for the system table to be taken
 * @param enableNs wait for external operation to begin or end
 * @param configurationNs wait for the logical configuration table
 * @param controlNs wait for parameters, claims and the like
 * @param watching how the host learns that devices have changed
 */
public record BootSettings(int replyFrames, int attempts, long frameNs, long statusNs, long resetNs, long outboundNs, long tableNs,
    long systemNs, long enableNs, long configurationNs, long controlNs, ConfigurationWatching watching) {
    private static final long SECOND = 1_000_000_000L;

    /** 256 reply frames, 3 attempts, and the waits of Linux 2.6. */
    public static final BootSettings STANDARD = new BootSettings(256, 3, 5 * SECOND, 5 * SECOND, 30 * SECOND, 15 * SECOND, 20 * SECOND,
        120 * SECOND, 240 * SECOND, 360 * SECOND, 10 * SECOND, ConfigurationWatching.EVENTS);

    /** Checks the ranges. */
    public BootSettings {
        checkArgument(replyFrames >= 16 && replyFrames <= 1024 && attempts >= 1,
            "a host gives 16 to 1024 reply frames and tries once or more, not %s and %s", replyFrames, attempts);
    }

    /**
     * {@return the same with one limit for every wait}
     *
     * @param waitNs nanoseconds, at least 1
     */
    public BootSettings waiting(long waitNs) {
        return new BootSettings(replyFrames, attempts, waitNs, waitNs, waitNs, waitNs, waitNs, waitNs, waitNs, waitNs, waitNs,
            watching);
    }

    /**
     * {@return the same with another number of reply frames}
     *
     * @param frames reply frames per IOP, 16 to 1024
     */
    public BootSettings withReplyFrames(int frames) {
        return new BootSettings(frames, attempts, frameNs, statusNs, resetNs, outboundNs, tableNs, systemNs, enableNs, configurationNs,
            controlNs, watching);
    }

    /**
     * {@return the same with another way to learn of changes}
     *
     * @param way how the host learns that devices have changed
     */
    public BootSettings watching(ConfigurationWatching way) {
        return new BootSettings(replyFrames, attempts, frameNs, statusNs, resetNs, outboundNs, tableNs, systemNs, enableNs, configurationNs,
            controlNs, way);
    }
}
