package dev.spine.extension.host.window;

import dev.spine.host.display.DisplayOsm;
import dev.spine.host.display.DisplayWindow;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.Pending;
import dev.spine.i2o.MessageFrame;
import org.jspecify.annotations.Nullable;

/**
 * A window on a larger one, the canvas, for example of the screen's size, which is granted to the extension as a whole: a frame buffer as
 * the papers had it. The extension's right goes on when the window moves, so whether it draws outside is a matter of agreement.
 * The host's agent.
 *
 * <p>An extension that has not agreed gets another canvas of the same size. It could ask for the old one again, and draw on it where the
 * window was when it heard of it last; but that one is no more. When the display could make no other, the next move tries again.
 */
public final class WindowOnCanvas implements WindowPosition {
    private static final int NO_CANVAS = 0;

    private final DisplayOsm display;
    private final int sharedWith;
    private final WindowFrame size;
    private @Nullable DisplayWindow canvas;
    private DisplayWindow window;
    /** The last change of the canvas, which may be in flight. */
    private Pending<?> change = Pending.of(true);
    private boolean closing;

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
        return canvas != null ? moveWindow(to) : changing(makeCanvas()).then(_ -> moveWindow(to));
    }

    private Pending<WindowFrame> moveWindow(WindowFrame to) {
        if (closing) {
            return closed();
        }
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
        return changing(last == null ? makeCanvas() : display.destroy(last).then(_ -> {
            canvas = null;
            return makeCanvas();
        }));
    }

    private Pending<DisplayWindow> changing(Pending<DisplayWindow> next) {
        change = next;
        return next;
    }

    private Pending<DisplayWindow> makeCanvas() {
        if (closing) {
            return closed();
        }
        return display.create(size.x(), size.y(), size.width(), size.height(), sharedWith).map(made -> {
            canvas = made;
            return made;
        });
    }

    private static <T> Pending<T> closed() {
        return Pending.failed(new HostException("the window was closed: make another"));
    }

    @Override
    public Pending<?> close() {
        closing = true;
        // Which canvas there is to end is known behind the change that is in flight.
        return settled(change).then(_ -> end());
    }

    private Pending<MessageFrame> end() {
        DisplayWindow last = canvas;
        if (last == null) {
            return display.destroy(window);
        }
        Pending<MessageFrame> ended = display.destroy(last);
        return settled(ended).then(_ -> display.destroy(window)).then(_ -> ended);
    }

    /** {@return what is there when something has succeeded or failed} */
    private static Pending<Boolean> settled(Pending<?> attempt) {
        Pending<Boolean> end = new Pending<>();
        attempt.whenDone(_ -> end.complete(true));
        return end;
    }
}
