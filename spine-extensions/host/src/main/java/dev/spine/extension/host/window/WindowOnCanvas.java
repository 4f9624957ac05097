package dev.spine.extension.host.window;

import dev.spine.host.display.DisplayOsm;
import dev.spine.host.display.DisplayWindow;
import dev.spine.host.driver.Pending;
import org.jspecify.annotations.Nullable;

/**
 * A window on a larger one, the canvas, for example of the screen's size, which is granted to the extension as a whole: a frame buffer as
 * the papers had it. The extension's right goes on when the window moves, so whether it draws outside is a matter of agreement.
 *
 * <p>An extension that has not agreed gets another canvas of the same size. It could ask for the old one again, and draw on it where the
 * window was when it heard of it last; but that one is no more.
 */
public final class WindowOnCanvas implements WindowPlace {
    private static final int NO_CANVAS = 0;

    private final DisplayOsm display;
    private final int sharedWith;
    private final WindowFrame size;
    private @Nullable DisplayWindow canvas;
    private DisplayWindow window;

    /**
     * A window that is there.
     *
     * @param display which has been claimed
     * @param canvas that is shared with the extension's card, and used for nobody else's stream: it is ended with the window
     * @param sharedWith the IOP_ID of the card, as the canvas was made with
     * @param window the framing window, which is shared with nobody
     */
    public WindowOnCanvas(DisplayOsm display, DisplayWindow canvas, int sharedWith, DisplayWindow window) {
        this.display = display;
        this.canvas = canvas;
        this.sharedWith = sharedWith;
        this.size = new WindowFrame(canvas.x(), canvas.y(), canvas.width(), canvas.height());
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
    public int surface() {
        DisplayWindow present = canvas;
        return present == null ? NO_CANVAS : present.number();
    }

    @Override
    public Pending<?> revoke() {
        DisplayWindow last = canvas;
        return last == null ? makeCanvas() : display.destroy(last).then(_ -> {
            canvas = null;
            return makeCanvas();
        });
    }

    private Pending<DisplayWindow> makeCanvas() {
        return display.create(size.x(), size.y(), size.width(), size.height(), sharedWith).map(made -> {
            canvas = made;
            return made;
        });
    }

    @Override
    public Pending<?> close() {
        DisplayWindow last = canvas;
        return last == null ? display.destroy(window) : display.destroy(last).then(_ -> display.destroy(window));
    }
}
