package dev.spine.perf.cluster;

import dev.spine.extension.api.ServiceLevel;

/**
 * What the nodes of a storm do. Any thread.
 *
 * @param traffic who sends to whom
 * @param nodes how many, 2 to {@link Traffic#MAX_NODES}
 * @param level how messages travel: lost ones are given up on the unreliable level, returned ones are sent again
 * @param window how many messages of a node are unanswered at a time, 1 to 64
 * @param buffers receive buffers of each card, at least 1
 * @param durationNs how long they send, nanoseconds
 */
public record StormPlan(Traffic traffic, int nodes, ServiceLevel level, int window, int buffers, long durationNs) {
    /** How many messages of a node are unanswered when nobody says how many. */
    public static final int WINDOW = 4;
    private static final int MAX_WINDOW = 64;
    private static final long DURATION_NS = 100_000_000;

    /** Checks the ranges. */
    public StormPlan {
        if (nodes < 2 || nodes > Traffic.MAX_NODES || nodes < traffic.leastNodes()) {
            throw new IllegalArgumentException("a storm has 2 to " + Traffic.MAX_NODES + " nodes, and " + traffic + " at least "
                + traffic.leastNodes() + ", not " + nodes);
        }
        if (window < 1 || window > MAX_WINDOW || buffers < 1 || durationNs < 1) {
            throw new IllegalArgumentException("a window has 1 to " + MAX_WINDOW + " messages, not " + window + "; a card has at least 1"
                + " buffer, not " + buffers + "; a storm lasts at least 1 ns, not " + durationNs);
        }
        traffic.destinations(0, nodes, 0);
    }

    /**
     * {@return a storm of 100 milliseconds with windows of 4 messages, of as many nodes as the pattern has}
     *
     * @param traffic who sends to whom
     * @param level how messages travel
     * @param buffers receive buffers of each card
     */
    public static StormPlan of(Traffic traffic, ServiceLevel level, int buffers) {
        return new StormPlan(traffic, traffic.ownNodes(), level, WINDOW, buffers, DURATION_NS);
    }
}
