package dev.spine.device.wire;

/** Whether a port has a working other end. Any thread. */
public enum LinkState {
    /** Frames travel. */
    UP,
    /** Frames are dropped and counted at their sender. */
    DOWN
}
