package dev.spine.extension.host.window;

/** What an extension's right to draw is after a move. Any thread. */
public enum SurfaceRight {
    /** It goes on. */
    KEPT,
    /** The display has ended it: the extension has to ask for the surface again. */
    ENDED
}
