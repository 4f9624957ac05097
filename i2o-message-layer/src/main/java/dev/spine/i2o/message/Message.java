package dev.spine.i2o.message;

/** A message or reply as a value. Immutable; any thread. */
public sealed interface Message permits Request, Reply {
    /**
     * What kind of message it is.
     *
     * @return the entry of the {@link dev.spine.i2o.message.catalogue.Catalogue}
     */
    default MessageKind<?> kind() {
        return RecordCodec.kindOf(this);
    }

    /**
     * The size of the frame that it makes.
     *
     * @return words; the fixed size of its kind unless it has a list or a payload
     */
    default int sizeWords() {
        return RecordCodec.sizeWords(this);
    }

    /**
     * The flags in the header of its frame.
     *
     * @return bits of {@link dev.spine.i2o.MessageFlags}
     */
    int headerFlags();
}
