package dev.spine.host.display;

import dev.spine.host.driver.ConfigurationListener;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps windows over the lives of a display's IOP: after a restart it claims the display again and makes the windows again where they
 * were; before a shutdown it destroys them and gives the claim back.
 *
 * <p>What the screen showed is gone after a reset, and batches that were in flight have failed: whoever draws is told of each window in its
 * new life and draws again. Windows that are to be kept are made, moved and destroyed through this; others are left alone. Host agent's
 * thread.
 */
public final class DisplayRecovery implements ConfigurationListener {
    private final DisplayOsm osm;
    private final Map<Integer, Kept> windows = new LinkedHashMap<>();
    /** Windows of an earlier life that have not been made again. */
    private final List<Kept> missing = new ArrayList<>();
    private boolean claimed;
    private boolean lost;
    /** Raised by each loss: a recovery that it overtakes goes no further. */
    private int life;
    private long recovered;
    private long failed;

    /** Is notified of the new life of a window. Called on the host agent's thread. */
    @FunctionalInterface
    public interface Owner {
        /**
         * A window is there again, and empty.
         *
         * @param before as it was; its number means nothing any more
         * @param now as it is
         */
        void onAgain(DisplayWindow before, DisplayWindow now);
    }

    private record Kept(DisplayWindow window, int sharedWith, Owner owner) {
    }

    /**
     * Watches over a display from now on.
     *
     * @param driver the host's driver
     * @param osm the display, not claimed yet
     */
    public DisplayRecovery(HostDriver driver, DisplayOsm osm) {
        this.osm = osm;
        driver.addConfigurationListener(this);
    }

    /**
     * Claims the display, and claims it again after each restart.
     *
     * @return as {@link DisplayOsm#claim}
     */
    public Pending<DisplayMode> claim() {
        return osm.claim().map(mode -> {
            claimed = true;
            return mode;
        });
    }

    /**
     * Makes a window that is kept.
     *
     * @param x as for {@link DisplayOsm#create}
     * @param y as for {@link DisplayOsm#create}
     * @param width as for {@link DisplayOsm#create}
     * @param height as for {@link DisplayOsm#create}
     * @param sharedWith as for {@link DisplayOsm#create}
     * @param owner is told of its further lives
     * @return as {@link DisplayOsm#create}
     */
    public Pending<DisplayWindow> create(int x, int y, int width, int height, int sharedWith, Owner owner) {
        return osm.create(x, y, width, height, sharedWith).map(window -> keep(new Kept(window, sharedWith, owner)));
    }

    private DisplayWindow keep(Kept kept) {
        windows.put(kept.window.number(), kept);
        return kept.window;
    }

    /**
     * Moves a window, which from then on is kept at its new place. One that has not been made again after a restart cannot be moved: its
     * number may be another's by now, so the display is not notified.
     *
     * @param window what {@link #create}, a move or {@link Owner#onAgain} gave
     * @param x as for {@link DisplayOsm#move}
     * @param y as for {@link DisplayOsm#move}
     * @param width as for {@link DisplayOsm#move}
     * @param height as for {@link DisplayOsm#move}
     * @return as {@link DisplayOsm#move}; fails while it is made again
     */
    public Pending<DisplayWindow> move(DisplayWindow window, int x, int y, int width, int height) {
        if (missing(window) != null) {
            return Pending.failed(new HostException("window " + window.number() + " has ended with a reset of its display's IOP and is not"
                + " made again yet: move the one that its owner is told of then"));
        }
        return osm.move(window, x, y, width, height).map(moved -> {
            Kept before = windows.get(window.number());
            return before == null ? moved : keep(new Kept(moved, before.sharedWith, before.owner));
        });
    }

    /**
     * Destroys a window, which is kept no more. One that has not been made again after a restart is not made again; its number may be
     * another's by now, so the display is not notified.
     *
     * @param window what {@link #create}, a move or {@link Owner#onAgain} gave
     * @return when it is gone; fails as {@link DisplayOsm#destroy}
     */
    public Pending<Boolean> destroy(DisplayWindow window) {
        Kept gone = missing(window);
        if (gone != null) {
            missing.remove(gone);
            return Pending.of(Boolean.TRUE);
        }
        windows.remove(window.number());
        return osm.destroy(window).map(_ -> Boolean.TRUE);
    }

    /** What is kept of a window that has not been made again, be it known as it was made or as it was moved; null when it is none. */
    private @Nullable Kept missing(DisplayWindow window) {
        Kept found = null;
        for (Kept kept : missing) {
            if (kept.window == window) {
                return kept;
            }
            found = kept.window.number() == window.number() ? kept : found;
        }
        return windows.containsKey(window.number()) ? null : found;
    }

    /** {@return how many windows are kept, those included that have not been made again yet} */
    public int kept() {
        return windows.size() + missing.size();
    }

    /** {@return how often the display was claimed again and all its windows were made again} */
    public long recovered() {
        return recovered;
    }

    /**
     * {@return how often that did not succeed: somebody else has claimed the display, a window was refused, or the IOP was lost meanwhile}
     * What is missing is made again after the next restart.
     */
    public long failed() {
        return failed;
    }

    // --- the lives of the IOP

    @Override
    public void onLost(IopDriver gone) {
        if (gone == osm.iop() && claimed) {
            lost = true;
            life++;
        }
    }

    @Override
    public void onOperational(IopDriver back) {
        if (back != osm.iop() || !lost) {
            return;
        }
        lost = false;
        missing.addAll(windows.values());
        windows.clear();
        int mine = life;
        Pending<DisplayMode> done = osm.claim();
        for (Kept kept : List.copyOf(missing)) {
            done = done.then(mode -> again(kept, mine).map(_ -> mode));
        }
        done.whenDone(end -> {
            if (end.failure() == null && missing.isEmpty()) {
                recovered++;
            } else {
                failed++;
            }
        });
    }

    /** Makes a window again. One that is refused stays missing, and the others do not have to suffer for it. */
    private Pending<Boolean> again(Kept kept, int mine) {
        if (!missing.contains(kept)) {
            return Pending.of(Boolean.TRUE);
        }
        DisplayWindow was = kept.window;
        return create(was.x(), was.y(), was.width(), was.height(), kept.sharedWith, kept.owner).then(now -> {
            if (!missing.remove(kept)) {
                // Nobody wants it any more since it was asked for.
                return destroy(now);
            }
            kept.owner.onAgain(was, now);
            return Pending.of(Boolean.TRUE);
        }).orElse(why -> {
            if (mine != life) {
                throw why;
            }
            return Pending.of(Boolean.FALSE);
        });
    }

    @Override
    public Pending<Boolean> beforeShutdown(IopDriver leaving) {
        if (leaving != osm.iop() || !claimed) {
            return Pending.of(Boolean.TRUE);
        }
        claimed = false;
        Pending<Boolean> done = Pending.of(Boolean.TRUE);
        for (Kept kept : windows.values()) {
            done = done.then(_ -> osm.destroy(kept.window)).map(_ -> Boolean.TRUE).orElse(_ -> Pending.of(Boolean.TRUE));
        }
        windows.clear();
        missing.clear();
        return done.then(_ -> osm.release()).map(_ -> Boolean.TRUE);
    }
}
