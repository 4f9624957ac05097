package dev.spine.system;

/** Which frames of a port a fault is of. Immutable. */
public enum FaultDirection {
    /** Those that the device at the port sends. */
    SENT,
    /** Those that arrive for it. */
    RECEIVED
}
