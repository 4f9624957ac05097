package dev.spine.command.play;

import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription.PlacedWire;
import java.util.List;

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

    /** {@return packets for the stream's port that the card was given so far, whatever is in them} */
    long packets();

    /** {@return frames of the stream that were offered to their end so far} */
    int frames();

    /** {@return the packets that the card was not given for the stream, and why} */
    PacketAccount apart();

    /** {@return what is odd about the source, with what a person can do about it; a line each} */
    List<String> oddities();

    /** {@return what a person can do about lost packets, or an empty text} */
    String remedy();
}
