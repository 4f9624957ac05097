package dev.spine.perf.play;

import dev.spine.perf.system.SpineSystem;
import dev.spine.perf.system.SystemDescription.PlacedWire;

/** Where the video comes from: a wire of the system, and the control of what it brings. Used by the command's thread. */
interface VideoSource {
    /** {@return the wire, named as the video system's wire} */
    PlacedWire wire();

    /**
     * Finds its wire in a built system, before that is booted.
     *
     * @param system the system
     */
    void attach(SpineSystem system);

    /** {@return UDP destination port of the stream; after {@link #attach}} */
    int port();

    /** {@return where the video comes from, for people; after {@link #attach}} */
    String describe();

    /** Lets packets flow, from the beginning of a frame on. */
    void begin();

    /** Stops the flow; nothing more reaches the card. */
    void stop();

    /** {@return whether nothing more will come: all wanted frames are through, or the input is at its end} */
    boolean hasEnded();

    /** {@return packets of the stream that the wire has offered to the card so far, those dropped for want of a buffer left out} */
    long packets();

    /** {@return frames of the stream that were offered to their end so far} */
    int frames();

    /** {@return packets that were dropped before they reached the card} */
    long dropped();

    /** {@return what a person can do about lost packets, or an empty text} */
    String remedy();
}
