package dev.spine.extension.router.fib;

/** What a card says of a part of a patch. Nothing of a part that is not {@link #TAKEN} was written. */
public enum PatchAnswer {
    /** It was written; if it was the last part, it is in force. */
    TAKEN,
    /** It is too short or too long, is no part of a patch, or its records do not fill it: the sender is wrong. */
    MALFORMED,
    /** It is not the part after the one that was taken last: one was lost, so the host has to bring the table anew. */
    OUT_OF_ORDER,
    /** A record leaves the table, or begins or ends within a word. */
    OUT_OF_BOUNDS,
    /** It writes the header, but is not the last part of its patch, or what it writes leads outside the table. */
    BAD_HEADER
}
