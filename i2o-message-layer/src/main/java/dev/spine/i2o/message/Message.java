package dev.spine.i2o.message;

/** A message or reply as a value. Immutable; any thread. */
public sealed interface Message permits Request, Reply {
    /** {@return what kind of message it is: the entry of the {@link dev.spine.i2o.message.catalogue.Catalogue}} */
    default MessageKind<?> kind() {
        return RecordCodec.kindOf(this);
    }

    /** {@return the size of the frame that it makes: words; the fixed size of its kind unless it has a list or a payload} */
    default int sizeWords() {
        return RecordCodec.sizeWords(this);
    }

    /** {@return the flags in the header of its frame: bits of {@link dev.spine.i2o.MessageFlags}} */
    int headerFlags();
}
