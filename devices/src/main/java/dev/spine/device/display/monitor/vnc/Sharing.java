package dev.spine.device.display.monitor.vnc;

/** What happens when a viewer asks to have the screen alone (RFC 6143 section 7.3.1, shared-flag 0). Any thread. */
public enum Sharing {
    /** Everybody stays: viewers only look, so they do not disturb each other. */
    ALWAYS,
    /** The others are closed. */
    AS_ASKED
}
