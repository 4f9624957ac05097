package dev.spine.host.net;

import dev.spine.host.lan.LanLink;
import java.lang.foreign.MemorySegment;

/**
 * An Ethernet interface of the host's operating system, as a {@link HostInterface} sees it: what the system sends over it is received here.
 * Nothing waits, nothing allocates, nothing throws because of a frame. Host agent's thread.
 */
public interface FramePort {
    /** There is no frame now. */
    int NONE = 0;
    /** There was a frame, and it was lost: longer than there was room for. */
    int LOST = -1;
    /** There will be none any more: somebody has deleted the interface. */
    int GONE = -2;

    /** What became of a frame to send. */
    enum Sent {
        /** The system has it, or has dropped and counted it itself. */
        TAKEN,
        /** There is no room now: again later. */
        NOT_NOW,
        /** The system refuses it: the interface is down, or it is no frame. */
        REFUSED
    }

    /**
     * Takes the next frame that the system sends.
     *
     * @param memory where to
     * @param offset of its first byte
     * @param bytes how many fit
     * @return its bytes, or {@link #NONE}, {@link #LOST}, {@link #GONE}
     */
    int receive(MemorySegment memory, long offset, int bytes);

    /**
     * Gives the system a frame that it receives over the interface.
     *
     * @param memory where it is
     * @param offset of its first byte
     * @param bytes its length
     * @return what became of it
     */
    Sent send(MemorySegment memory, long offset, int bytes);

    /**
     * Shows the system whether the cable works.
     *
     * @param state of the card's link
     */
    void carrier(LanLink.State state);
}
