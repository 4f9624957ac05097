package dev.spine.device.wire.capture;

import java.lang.foreign.MemorySegment;

/** Is notified of what the card at a {@link CaptureWire} sends. Called on the card's agent; the bytes are valid during the call. */
@FunctionalInterface
public interface SentListener {
    /**
     * A frame leaves the card.
     *
     * @param memory holds the frame
     * @param offset its first byte
     * @param length its bytes
     * @param arrivalNs when its last byte reaches the other end, on the clock of the card's agent
     */
    void onSent(MemorySegment memory, long offset, int length, long arrivalNs);
}
