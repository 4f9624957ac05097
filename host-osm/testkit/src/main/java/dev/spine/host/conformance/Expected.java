package dev.spine.host.conformance;

/** What an IOP has to do with a message. Any thread. */
public enum Expected {
    /** Success, by a reply frame. */
    DONE,
    /** Success, or a transaction error that says that the function is not supported: no public driver needs it. */
    DONE_OR_UNSUPPORTED,
    /** A reply that repeats addresses and contexts; its status depends on what the IOP has. */
    ANSWERED,
    /** A transaction error that says that nobody knows the function. */
    UNKNOWN,
    /** Done, and no reply frame, as the function has none. */
    SILENT,
    /** A transport failure that says that the state forbids it; the frame is preserved. */
    STATE_ERROR,
    /** Nothing at all: the state forbids it, and there is no queue for a reply. */
    DROPPED
}
