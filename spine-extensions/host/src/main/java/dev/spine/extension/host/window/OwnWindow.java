package dev.spine.extension.host.window;

import dev.spine.host.display.DisplayOsm;
import dev.spine.host.display.DisplayWindow;
import dev.spine.host.driver.Pending;

/**
 * A window of the display whose visible rectangle is granted to the extension. The display ends the grant with each move. The host's agent.
 */
public final class OwnWindow implements WindowPosition {
    private final DisplayOsm display;
    private DisplayWindow window;

    /**
     * A window that is there.
     *
     * @param display which has been claimed
     * @param window that is shared with the extension's card
     */
    public OwnWindow(DisplayOsm display, DisplayWindow window) {
        this.display = display;
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
        return SurfaceRight.ENDED;
    }

    @Override
    public int surface() {
        return window.number();
    }

    @Override
    public Pending<?> revoke() {
        return display.move(window, window.x(), window.y(), window.width(), window.height());
    }

    @Override
    public Pending<?> close() {
        return display.destroy(window);
    }
}
