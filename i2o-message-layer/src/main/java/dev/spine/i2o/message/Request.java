package dev.spine.i2o.message;

import dev.spine.i2o.MessageFrame;

/** A request as a value. Immutable; any thread. */
public non-sealed interface Request extends Message {
    /**
     * Writes the request.
     *
     * @param frame a frame that the caller holds; its slot must have {@link #sizeWords()} words
     * @param header from whom to whom
     * @throws IllegalArgumentException the slot is too small: take a larger frame, or shorten the list
     */
    default void emit(MessageFrame frame, Header header) {
        RecordCodec.emit(this, frame, header);
    }

    @Override
    default int headerFlags() {
        return 0;
    }
}
