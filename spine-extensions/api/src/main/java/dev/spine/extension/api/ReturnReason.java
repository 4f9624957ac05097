package dev.spine.extension.api;

/** Why a message came back to its sender. */
public enum ReturnReason {
    /** It did not come back: the message that was asked is of another kind than RETURNED. */
    NONE,
    /** The receiver's queue had no room. The message was not delivered: send it again later. */
    RECEIVER_FULL,
    /** The receiver's card has no such extension, or the extension no such handler. The message was not delivered. */
    NO_RECEIVER,
    /** The data of a bulk message are more than the receiver's card can ever hold. The message was not delivered. */
    TOO_LARGE,
    /** Nothing was heard of the receiver in time. Whether the message was delivered is not known. */
    NO_ANSWER,
    /** The receiver's card has lost what it knew of this sender. Whether the message was delivered is not known. */
    RECEIVER_RESTARTED
}
