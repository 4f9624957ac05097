package dev.spine.extension.router.host.fib;

/** What became of a change of the route table. Any thread. */
public enum Outcome {
    /** It was made; its patch has gone to the sink, if the cards need one. */
    CHANGED,
    /** It was so already; nothing has gone to the sink. */
    SAME,
    /** The cards' table memory has no room for it; everything is as before, and nothing has gone to the sink. */
    FULL
}
