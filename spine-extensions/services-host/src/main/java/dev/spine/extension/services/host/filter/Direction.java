package dev.spine.extension.services.host.filter;

/** Which end of a packet an expression speaks of. Any thread. */
public enum Direction {
    /** Where it comes from. */
    SOURCE,
    /** Where it goes to. */
    DESTINATION,
    /** One of the two, or both. */
    EITHER,
    /** Both. */
    BOTH
}
