package dev.spine.extension.panic.host.protocol;

/**
 * The place of a node in the ring of an ordered multicast.
 *
 * @param node its number, from 0 on, different for all
 * @param successor the hardware address of the next node
 * @param againNs nanoseconds until a token whose receipt does not come is sent again, at least 100,000: more than a card needs to handle
 *     what waits for it
 * @param isFirst whether it makes the token; of one node of the ring
 */
public record OrderPlan(int node, long successor, int againNs, boolean isFirst) {
    private static final int MIN_AGAIN_NS = 100_000;

    /** Checks the ranges. */
    public OrderPlan {
        if (node < 0 || againNs < MIN_AGAIN_NS) {
            throw new IllegalArgumentException("a node of a ring has a number from 0 on, and waits at least " + MIN_AGAIN_NS
                + " ns, not " + node + " and " + againNs);
        }
    }
}
