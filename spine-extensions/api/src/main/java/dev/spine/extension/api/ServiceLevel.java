package dev.spine.extension.api;

/** What a route over the network promises for its messages. The other ways of a route lose nothing and have no levels. Any thread. */
public enum ServiceLevel {
    /** One frame, sent once: it may be lost or, by a wire that repeats frames, arrive twice. Nobody is told. */
    UNRELIABLE,
    /**
     * A message that the receiver could not take comes back to a handler of the sender with the reason; so does one of which nothing was
     * heard in time. Messages may overtake each other.
     */
    RETURN_TO_SENDER,
    /**
     * In order and exactly once, as long as both ends live. What could not be delivered comes back to a handler of the sender with the
     * reason, in order.
     */
    RELIABLE
}
