package dev.spine.extension.host.window;

/** What an extension answers about a move. Any thread. */
public enum MoveAnswer {
    /** It draws nothing any more until it is told where the window is. */
    STOPPED,
    /** It cannot draw at the place that was proposed; nothing has changed. */
    REFUSED,
    /** It draws at the window's place. */
    SETTLED
}
