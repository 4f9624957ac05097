package dev.spine.extension.host.window;

import dev.spine.host.display.DisplayOsm;
import dev.spine.host.display.DisplayWindow;
import dev.spine.host.driver.Pending;

/**
 * A window on a larger one, the canvas, for example of the screen's size, which is granted to the extension as a whole: a frame buffer as
 * the papers had it. The extension's right goes on when the window moves, so whether it draws outside is a matter of agreement.
 */
public final class WindowOnCanvas implements WindowPlace {
    private final DisplayOsm display;
    private final DisplayWindow canvas;
    private DisplayWindow window;

    /**
     * A window that is there.
     *
     * @param display which has been claimed
     * @param canvas that is shared with the extension's card, and with nobody else's stream: it is ended with the window
     * @param window the framing window, which is shared with nobody
     */
    public WindowOnCanvas(DisplayOsm display, DisplayWindow canvas, DisplayWindow window) {
        this.display = display;
        this.canvas = canvas;
        this.window = window;
    }

    @Override
    public Pending<WindowFrame> move(WindowFrame to) {
        return display.move(window, to.x(), to.y(), to.width(), to.height()).map(moved -> {
            window = moved;
            return to;
        });
    }

    @Override
    public SurfaceRight rightAfterMove() {
        return SurfaceRight.KEPT;
    }

    @Override
    public Pending<?> revoke() {
        return display.move(canvas, canvas.x(), canvas.y(), canvas.width(), canvas.height());
    }

    @Override
    public Pending<?> close() {
        return display.destroy(canvas).then(_ -> display.destroy(window));
    }
}
