package dev.spine.extension.router.host;

/** What is done with the packets of a route. Immutable. */
public sealed interface NextHop {
    /** To the host's network stack. */
    record ToHost() implements NextHop {}

    /**
     * The destination is a neighbour on the wire of a port. Its packets go to the host until the neighbour is known, so that the host finds
     * out its hardware address; then {@link RouterNode#neighbour} lets the cards send them.
     *
     * @param port of {@link RouterNode#port}
     */
    record OnLink(int port) implements NextHop {}

    /**
     * By a neighbour. Until that is known, packets go to the host, as for {@link OnLink}.
     *
     * @param port of {@link RouterNode#port}
     * @param gateway the neighbour; of either version
     */
    record Via(int port, Address gateway) implements NextHop {}

    /** Dropped without a word. */
    record Blackhole() implements NextHop {}

    /** Dropped; senders are told that the host cannot be reached. */
    record Unreachable() implements NextHop {}

    /** Dropped; senders are told that it is prohibited. */
    record Prohibited() implements NextHop {}
}
