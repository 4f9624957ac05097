package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import org.jspecify.annotations.Nullable;

/**
 * Windows of one area at a time for whoever goes through it from page to page: each is brought by one transfer, ahead, and is larger than
 * the one before, so a short way brings little. They have what is behind the area and are read alone: one that was written within is
 * forgotten, and pages that have changed are in none. Who goes through another area meanwhile, or elsewhere in this one, does it by pages
 * at first, and takes the windows after {@link #PATIENCE} such looks. They take up to three pieces of memory of 32 KiB while one has them.
 */
final class ScanWindows {
    /** One that is read, the one before it and the one that comes. */
    static final int WINDOWS = 3;
    /** Pages of the first one; each of the next ones has twice as many, up to the most. */
    private static final int MIN_PAGES = 4;
    static final int MAX_PAGES = 32;
    /** So many uses ago a window was used last, at least, that makes room: one instruction uses two of them. */
    private static final int RECENT = 4;
    /** After so many looks at pages elsewhere, without a use of a window, they go there. */
    private static final int PATIENCE = 8;

    /** How far a window is. */
    private enum State {
        FREE, COMING, HERE, STALE
    }

    private final ExtensionContext context;
    private final PageCache pages;
    private final @Nullable Buffer[] memories = new @Nullable Buffer[WINDOWS];
    private final State[] states = new State[WINDOWS];
    /** Whose bytes come or are here. */
    private final @Nullable PagedArea[] owners = new @Nullable PagedArea[WINDOWS];
    private final int[] firsts = new int[WINDOWS];
    private final int[] counts = new int[WINDOWS];
    private final long[] used = new long[WINDOWS];
    private long uses = RECENT;
    /** How many windows have bytes, or wait for some: most of the time there is none, and nobody looks for one. */
    int taken;
    private @Nullable PagedArea scanned;
    /** The page behind the last window, and how many the next one has. */
    private int next;
    private int size;
    private int elsewhere;

    ScanWindows(ExtensionContext context, PageCache pages) {
        this.context = context;
        this.pages = pages;
        for (int i = 0; i < WINDOWS; i++) {
            states[i] = State.FREE;
        }
    }

    /** {@return the window that has a page of an area, or will have it; -1 for none} */
    int find(PagedArea area, int page) {
        for (int i = 0; i < WINDOWS; i++) {
            boolean isOne = owners[i] == area && (states[i] == State.HERE || states[i] == State.COMING);
            if (isOne && page >= firsts[i] && page < firsts[i] + counts[i]) {
                return i;
            }
        }
        return -1;
    }

    boolean isHere(int window) {
        return states[window] == State.HERE;
    }

    /** {@return the buffer whose first byte is the window's} */
    Buffer memory(int window) {
        Buffer memory = memories[window];
        if (memory == null) {
            throw new IllegalStateException("the window has no memory");
        }
        return memory;
    }

    /** {@return its first page} */
    int first(int window) {
        return firsts[window];
    }

    /** {@return the page behind it} */
    int end(int window) {
        return firsts[window] + counts[window];
    }

    /** {@return whether a page is the one behind the last window} */
    boolean isNext(PagedArea area, int page) {
        return scanned == area && page == next;
    }

    /** A window that is here is read: the next one is brought, if this is the last. */
    void use(int window) {
        used[window] = ++uses;
        elsewhere = 0;
        PagedArea area = scanned;
        if (area != null && end(window) == next) {
            bring(area);
        }
    }

    /**
     * A compiled form reads a window that is here. It begins between two instructions, so that no other window is in use; the next one is
     * brought when the interpreter crosses the border, since the fuel around a call is little.
     */
    void lend(int window) {
        uses += RECENT;
        used[window] = uses;
        elsewhere = 0;
    }

    /**
     * Has the windows go to a page that is not here.
     *
     * @param goesOn whether the page before it was read last
     * @return whether it comes with one
     */
    boolean goTo(PagedArea area, int page, boolean goesOn) {
        PagedArea before = scanned;
        if (before == area && page == next) {
            return bring(area);
        }
        if (!goesOn || before != null && before.isUsed() && ++elsewhere < PATIENCE) {
            return false;
        }
        if (before != null) {
            drop(before, 0, Integer.MAX_VALUE);
        }
        scanned = area;
        next = page;
        size = MIN_PAGES;
        elsewhere = 0;
        return bring(area);
    }

    private boolean bring(PagedArea area) {
        int window = windowToUse();
        long offset = (long) next * PageCache.PAGE;
        if (window < 0 || area.isByPages() || offset >= area.length()) {
            return false;
        }
        // They end at multiples of their sizes, as what goes through them by pieces does.
        int count = pages.unchanged(area, next, size - next % size);
        int bytes = (int) Math.min((long) count * PageCache.PAGE, area.length() - offset);
        if (count == 0 || pages.whole().isWritten(area, offset, bytes)) {
            return false;
        }
        if (states[window] == State.HERE) {
            area.forgetPlaces();
            free(window);
        }
        Buffer memory = memories[window];
        if (memory == null || memory.length() < bytes) {
            if (memory != null) {
                memory.release();
            }
            // To zero memory takes its time: a short way has little.
            memory = context.allocateForDevices(size * PageCache.PAGE);
            memories[window] = memory;
        }
        if (memory == null || !area.backing().bring(offset, memory, 0, bytes, PageCache.WINDOW_ID + window)) {
            return false;
        }
        taken++;
        states[window] = State.COMING;
        owners[window] = area;
        firsts[window] = next;
        counts[window] = (bytes + PageCache.PAGE - 1) / PageCache.PAGE;
        used[window] = uses;
        next += counts[window];
        size = Math.min(2 * size, MAX_PAGES);
        return true;
    }

    /** A window without bytes, or the one that was used longest ago; -1 when none makes room now. */
    private int windowToUse() {
        int found = -1;
        for (int i = 0; i < WINDOWS; i++) {
            if (states[i] == State.FREE) {
                return i;
            }
            boolean may = states[i] == State.HERE && used[i] <= uses - RECENT;
            found = may && (found < 0 || used[i] < used[found]) ? i : found;
        }
        return found;
    }

    /** Forgets those that have some of so many pages of an area. What comes is not used. */
    void drop(PagedArea area, int page, int count) {
        for (int i = 0; i < WINDOWS; i++) {
            if (owners[i] == area && firsts[i] - page < count && page < firsts[i] + counts[i]) {
                if (states[i] == State.HERE) {
                    area.forgetPlaces();
                    free(i);
                } else {
                    states[i] = State.STALE;
                }
            }
        }
    }

    private void free(int window) {
        states[window] = State.FREE;
        owners[window] = null;
        taken--;
    }

    /** Nobody goes through an area any more: the memory is others'. */
    void leave(PagedArea area) {
        if (scanned == area) {
            drop(area, 0, Integer.MAX_VALUE);
            scanned = null;
            for (int i = 0; i < WINDOWS; i++) {
                Buffer memory = memories[i];
                if (memory != null) {
                    memory.release();
                }
                memories[i] = null;
            }
        }
    }

    /** {@return whether bytes of an area come} */
    boolean isMoving(PagedArea area) {
        boolean isMoving = false;
        for (int i = 0; i < WINDOWS; i++) {
            isMoving |= owners[i] == area && states[i] != State.HERE;
        }
        return isMoving;
    }

    /** A window has come, or could not: its bytes may be there all the same, but for some. */
    void onTransfer(int window, boolean landed) {
        PagedArea area = owners[window];
        if (area != null && states[window] == State.COMING && landed) {
            states[window] = State.HERE;
            // Pages of it that were used last end before it does.
            area.forgetPlaces();
            return;
        }
        free(window);
        if (!landed && area != null) {
            area.goByPages();
        }
    }
}
