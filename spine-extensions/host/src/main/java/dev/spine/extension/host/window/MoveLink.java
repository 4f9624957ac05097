package dev.spine.extension.host.window;

/**
 * The way to the extension that draws into a window. A message that cannot be sent now, or is lost, does no harm: it is sent again. What
 * the extension answers, and no other ({@link dev.spine.extension.host.InstanceMessages}), goes to {@link MovingWindow#onAnswer}. On the
 * host's agent.
 */
public interface MoveLink {
    /**
     * The window is about to move, and what arrives meanwhile is to be drawn at its new place.
     *
     * @param move the move's number
     * @param to where it would be
     */
    void propose(int move, WindowFrame to);

    /**
     * The window is about to move, and what arrives meanwhile is not to be shown.
     *
     * @param move the move's number
     */
    void pause(int move);

    /**
     * The window is in its place.
     *
     * @param move the move's number
     * @param frame where it is
     * @param surface the number of the display's window that the extension asks for
     * @param right whether the extension may still draw, or has to ask the display again
     */
    void settle(int move, WindowFrame frame, int surface, SurfaceRight right);
}
