package dev.spine.i2o.message;

import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;

/** A reply as a value. Immutable; any thread. */
public non-sealed interface Reply extends Message {
    /**
     * Writes the reply; target, initiator, function and contexts are the request's.
     *
     * @param request the request that is answered
     * @param reply a frame that the caller holds; its slot must have {@link #sizeWords()} words
     * @throws IllegalArgumentException the slot is too small: shorten the list
     */
    default void emit(MessageFrame request, MessageFrame reply) {
        RecordCodec.emit(this, request, reply);
    }

    @Override
    default int headerFlags() {
        return MessageFlags.FINAL_REPLY;
    }
}
