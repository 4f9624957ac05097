package dev.spine.extension.api;

/** Why a message came back to its sender. Any thread. */
public enum ReturnReason {
    /** It did not come back: the message that was asked is of another kind than RETURNED. */
    NONE,
    /** The receiver's queue had no room. The message was not delivered: send it again later. */
    RECEIVER_FULL,
    /**
     * The receiver's card has no such extension, or the extension no such handler; on the host nobody listens, or not any more. The message
     * was not delivered.
     */
    NO_RECEIVER,
    /**
     * The data of a bulk message are more than the receiver's card can ever hold, or than the application on the host lends memory for. The
     * message was not delivered.
     */
    TOO_LARGE,
    /**
     * Nothing was heard of the receiver in time, and whether the message was delivered is not known; of messages to the host: their data
     * were taken back on the way, and they were not delivered.
     */
    NO_ANSWER,
    /** The receiver's card has lost what it knew of this sender. Whether the message was delivered is not known. */
    RECEIVER_RESTARTED
}
