package dev.spine.system;

/** Where an extension of a system file runs. Any thread. */
public enum DevicePlacement {
    /** On the card whose runtime names it. */
    CARD,
    /** On the host, as a kernel extension, with the packets of the card whose runtime names it. */
    HOST
}
