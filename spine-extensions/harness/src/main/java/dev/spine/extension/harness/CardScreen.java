package dev.spine.extension.harness;

import dev.spine.device.display.DisplayDdm;
import dev.spine.host.display.DisplayOsm;
import dev.spine.host.display.DisplayWindow;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.iop.engine.Tasks;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The screen of a node with a simulated card. Used by the test's own thread. */
public final class CardScreen {
    private final SimulatedNode node;
    private final DisplayDdm display;
    private final Tasks screenTasks;
    private final IopDriver driver;
    private final int tid;
    private @Nullable DisplayOsm osm;

    CardScreen(SimulatedNode node, DisplayDdm display, Tasks screenTasks, IopDriver driver, int tid) {
        this.node = node;
        this.display = display;
        this.screenTasks = screenTasks;
        this.driver = driver;
        this.tid = tid;
    }

    void open() {
        DisplayOsm made = node.tasks().call(() -> new DisplayOsm(node.host(), node.driver(), driver, tid));
        osm = made;
        Pending.await(node.tasks(), "the claim of the display", made::claim);
    }

    /** {@return the IOP_ID by which an extension asks for the screen} */
    public int iopId() {
        return node.iopId(driver);
    }

    /** {@return the TID by which an extension asks for the screen} */
    public int tid() {
        return tid;
    }

    /**
     * Makes a window that the card may draw into.
     *
     * @param x left column
     * @param y top line
     * @param width its pixels of a line
     * @param height its lines
     * @return the window
     */
    public DisplayWindow window(int x, int y, int width, int height) {
        DisplayOsm by = Objects.requireNonNull(osm, "the node is booted first");
        int sharedWith = node.iopId(node.card().driver());
        return Pending.await(node.tasks(), "the window", () -> by.create(x, y, width, height, sharedWith));
    }

    /**
     * Moves a window, which revokes the grant of it that an extension has.
     *
     * @param window what {@link #window} returned
     * @param x its new left column
     * @param y its new top line
     * @return the window where it is now
     */
    public DisplayWindow move(DisplayWindow window, int x, int y) {
        DisplayOsm by = Objects.requireNonNull(osm, "the node is booted first");
        return Pending.await(node.tasks(), "the window's move", () -> by.move(window, x, y, window.width(), window.height()));
    }

    /**
     * {@return a pixel, as 0xRRGGBB}
     *
     * @param x its column
     * @param y its line
     */
    public int rgbAt(int x, int y) {
        return screenTasks.call(() -> display.surface().rgbAt(x, y));
    }

    /** {@return all bytes of the surface, line after line} */
    public byte[] toBytes() {
        return screenTasks.call(() -> display.surface().toBytes());
    }
}
