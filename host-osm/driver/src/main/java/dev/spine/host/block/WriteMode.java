package dev.spine.host.block;

/** How durable written bytes are when the request has ended. Any thread. */
public enum WriteMode {
    /** They may be in the device's cache until {@link BlockDevice#flush} has ended. */
    BACK,
    /** They are on the medium. */
    THROUGH
}
