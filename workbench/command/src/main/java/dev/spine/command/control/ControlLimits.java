package dev.spine.command.control;

/**
 * What clients of the control socket may take. Any thread.
 *
 * @param connections at a time, of all users but those who administer; they have half as many more
 * @param connectionsOfUser at a time, of one user
 * @param lineMs milliseconds from the first byte of a request to its end
 * @param replyMs milliseconds that a client may take to read a reply
 * @param idleMs milliseconds without a request, unless something lives as long as the connection does
 * @param requestsPerSecond of one user; more wait
 */
public record ControlLimits(int connections, int connectionsOfUser, long lineMs, long replyMs, long idleMs, int requestsPerSecond) {
    /** For general use. */
    public static final ControlLimits STANDARD = new ControlLimits(64, 16, 10_000, 10_000, 300_000, 200);

    /** Checks the ranges. */
    public ControlLimits {
        if (connections < 1 || connectionsOfUser < 1 || lineMs < 1 || replyMs < 1 || idleMs < 1 || requestsPerSecond < 1) {
            throw new IllegalArgumentException("all limits must be at least 1");
        }
    }

    /**
     * {@return the same with another number of connections of one user}
     *
     * @param most at a time
     */
    public ControlLimits withConnectionsOfUser(int most) {
        return new ControlLimits(connections, most, lineMs, replyMs, idleMs, requestsPerSecond);
    }

    /**
     * {@return the same with another rate}
     *
     * @param rate requests of one user per second
     */
    public ControlLimits withRequestsPerSecond(int rate) {
        return new ControlLimits(connections, connectionsOfUser, lineMs, replyMs, idleMs, rate);
    }
}
