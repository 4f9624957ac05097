package dev.spine.device.nic;

import java.lang.foreign.MemorySegment;

/**
 * Sees each frame of a network device. Called on the thread of the card, for which it must not take long; it may read the frame during the
 * call alone, and changes nothing.
 */
public interface FrameWatch {
    /** Where a frame is seen. */
    enum Place {
        /** It has come from the wire, before anybody on the card sees it. */
        FROM_WIRE,
        /** Nobody on the card wanted it: it goes to the host, if that takes it. */
        TO_HOST,
        /** The wire has taken it, or the part of it that is left to be cut off. */
        TO_WIRE
    }

    /**
     * A frame is seen.
     *
     * @param place where
     * @param memory where the frame is
     * @param offset its first byte
     * @param length its bytes
     */
    void onFrame(Place place, MemorySegment memory, long offset, int length);
}
