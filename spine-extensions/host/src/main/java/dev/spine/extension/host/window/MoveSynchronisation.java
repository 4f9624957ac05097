package dev.spine.extension.host.window;

/** What host and extension do so that nothing is drawn where a window was (SPINE SIGOPS 1998, section 5). Any thread. */
public enum MoveSynchronisation {
    /** Nothing: the window moves, then the extension is told. What is drawn in between is at the old place. */
    NONE,
    /** The extension stops before the window moves, and drops what arrives until it is told where the window is. */
    PAUSE,
    /** The extension agrees before the window moves: it draws nothing, keeps what arrives, and draws it at the new place. */
    AGREEMENT
}
