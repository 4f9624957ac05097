package dev.spine.extension.host.window;

import dev.spine.host.driver.Pending;

/** A window at its display, as it is moved there. On the host's agent. */
public interface WindowPosition {
    /**
     * Moves the window.
     *
     * @param to where
     * @return done when it is there; fails when it stays where it is
     */
    Pending<WindowFrame> move(WindowFrame to);

    /** {@return what the extension's right to draw is after each move} */
    SurfaceRight rightAfterMove();

    /** {@return the number of the display's window that the extension asks for, after a move or a revocation} */
    int surface();

    /**
     * Takes the right to draw from the extension, whatever it does, and gives it no right by which it could draw where the window was.
     *
     * @return done when nothing of it lands any more
     */
    Pending<?> revoke();

    /**
     * Ends the window.
     *
     * @return done when nothing that was meant for it lands any more
     */
    Pending<?> close();
}
