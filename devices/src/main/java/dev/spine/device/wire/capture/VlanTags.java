package dev.spine.device.wire.capture;

/** What a reader does with the tags of frames of virtual networks (IEEE 802.1Q, 802.1ad). Any thread. */
public enum VlanTags {
    /** Leaves them where they are: for wires whose devices look at them. */
    KEEP,
    /** Takes all of them off and counts the frames: for readers of what is behind them, as a card does for its host. */
    TAKE_OFF
}
