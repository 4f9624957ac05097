package dev.spine.peer;

/**
 * What a profile says about the traffic between IOPs. Any thread.
 *
 * @param requestFrames frames that an IOP gives to each other IOP for requests, at least 1
 * @param replyFrames the most frames that an IOP reserves for the replies of one connection, at least 1; never more than requests can be
 *     outstanding on it
 * @param connectTimeoutNs how long an IOP waits for the answer to a request for a connection, at least 1
 * @param sendTimeoutNs how long a message waits at its sender for a frame before transport failure 0x83, at least 1
 */
public record PeerSettings(int requestFrames, int replyFrames, long connectTimeoutNs, long sendTimeoutNs) {
    /** 32 frames each way, a second for an answer, a tenth of a second for a frame. */
    public static final PeerSettings STANDARD = new PeerSettings(32, 32, 1_000_000_000L, 100_000_000L);

    /** Checks the ranges. */
    public PeerSettings {
        if (requestFrames < 1 || replyFrames < 1 || connectTimeoutNs < 1 || sendTimeoutNs < 1) {
            throw new IllegalArgumentException("peers need at least 1 frame each way and times above 0, got " + requestFrames + " and "
                + replyFrames + " frames, " + connectTimeoutNs + " and " + sendTimeoutNs + " ns");
        }
    }
}
