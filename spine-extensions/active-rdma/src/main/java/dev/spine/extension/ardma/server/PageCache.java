package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import org.jspecify.annotations.Nullable;

/**
 * The pages of areas that are in card memory: brought when they are wanted, and taken back before the answer to whoever has changed them
 * leaves.
 */
final class PageCache {
    /** Bytes of a page. */
    static final int PAGE = 1_024;
    static final int PAGES = 32;
    /** Where the numbers of windows begin among those of transfers: behind pages, and whole pages. */
    static final int WINDOW_ID = PAGES + WholePages.TRANSFERS;
    /** How many pages behind one that is wanted are brought with it. */
    private static final int BEHIND = 7;
    /** How many uses of pages, or tries to bring some, a page that has come waits for whoever wants it. */
    private static final int PATIENCE = 512;

    /** How far a page is. */
    private enum State {
        FREE, COMING, HERE, FAILED
    }

    private final Buffer memory;
    private final WholePages whole = new WholePages();
    private final ScanWindows windows;
    private final @Nullable PagedArea[] owners = new PagedArea[PAGES];
    private final int[] numbers = new int[PAGES];
    private final State[] states = new State[PAGES];
    private final long[] used = new long[PAGES];
    /** By page: up to which use it is kept although nobody has used it since it was brought; 0 when somebody has. */
    private final long[] kept = new long[PAGES];
    private final boolean[] dirty = new boolean[PAGES];
    private final boolean[] leaving = new boolean[PAGES];
    /** By page that comes: it may have older bytes than there are, and is brought again. */
    private final boolean[] stale = new boolean[PAGES];
    /** By page: the first change that was not taken back, and the first one that is on its way. */
    private final long[] changed = new long[PAGES];
    private final long[] sent = new long[PAGES];
    private long uses;
    private long changes;

    private PageCache(ExtensionContext context, Buffer memory) {
        this.memory = memory;
        windows = new ScanWindows(context, this);
        for (int i = 0; i < PAGES; i++) {
            states[i] = State.FREE;
        }
    }

    /** {@return a cache without pages, or null when the card has no memory for it} */
    static @Nullable PageCache create(ExtensionContext context) {
        Buffer memory = context.allocateForDevices(PAGES * PAGE);
        return memory == null ? null : new PageCache(context, memory);
    }

    Buffer memory() {
        return memory;
    }

    /** {@return transfers that pass by the pages} */
    WholePages whole() {
        return whole;
    }

    /** {@return pages in a row, which are read alone} */
    ScanWindows windows() {
        return windows;
    }

    /** {@return whether a page is here, or comes} */
    boolean has(PagedArea area, int number) {
        return find(area, number) >= 0;
    }

    /** {@return how many of some pages in a row are behind an area as they are for who reads them: those before the first changed one} */
    int unchanged(PagedArea area, int number, int most) {
        int count = most;
        for (int i = 0; i < PAGES; i++) {
            if (owners[i] == area && (dirty[i] || leaving[i]) && numbers[i] >= number) {
                count = Math.min(count, numbers[i] - number);
            }
        }
        return count;
    }

    private int find(PagedArea area, int number) {
        for (int i = 0; i < PAGES; i++) {
            if (owners[i] == area && numbers[i] == number) {
                return i;
            }
        }
        return -1;
    }

    /** {@return where a page is in {@link #memory}; -1 when it is still to come, -2 when it cannot be brought} */
    int place(PagedArea area, int number) {
        int page = find(area, number);
        if (page < 0) {
            bring(area, number);
            return area.backing().isThere() ? -1 : -2;
        }
        if (states[page] == State.FAILED) {
            free(page);
            return -2;
        }
        used[page] = ++uses;
        if (states[page] != State.HERE) {
            return -1;
        }
        kept[page] = 0;
        return page * PAGE;
    }

    /** Has a place for a page of which every byte is written at once, without bringing it: {@return whether there is one} */
    boolean claim(PagedArea area, int number) {
        if (find(area, number) >= 0) {
            // It is here, or comes.
            return place(area, number) >= 0;
        }
        int page = isWritten(area, number) ? -1 : pageToUse();
        if (page >= 0) {
            take(page, area, number, State.HERE);
        }
        return page >= 0;
    }

    /** Brings some pages behind the one that an offset is in, if they are not here: of a range that is longer than that page. */
    void bringBehind(PagedArea area, long offset, long bytes) {
        int number = (int) (offset / PAGE);
        int last = (int) Math.min(number + BEHIND, (offset + bytes - 1) / PAGE);
        for (int behind = number + 1; behind <= last && keptCount() < BEHIND; behind++) {
            if (find(area, behind) < 0) {
                bring(area, behind);
            }
        }
    }

    private int keptCount() {
        int count = 0;
        for (int i = 0; i < PAGES; i++) {
            count += kept[i] > uses ? 1 : 0;
        }
        return count;
    }

    private boolean isWritten(PagedArea area, int number) {
        return whole.isWritten(area, (long) number * PAGE, PAGE);
    }

    /** Has what is behind an area be all there is of some whole pages, before they are read or written: {@return whether it is} */
    boolean makeWay(PagedArea area, long offset, int bytes, boolean isWrite) {
        boolean isClear = true;
        if (isWrite) {
            windows.drop(area, (int) (offset / PAGE), bytes / PAGE);
        }
        for (int i = 0; i < PAGES; i++) {
            long at = (long) numbers[i] * PAGE;
            if (owners[i] == area && at >= offset && at < offset + bytes) {
                if (dirty[i]) {
                    takeBack(i);
                }
                isClear &= !dirty[i] && !leaving[i] && !(isWrite && states[i] == State.COMING);
            }
        }
        for (int i = 0; i < PAGES && isClear && isWrite; i++) {
            long at = (long) numbers[i] * PAGE;
            if (owners[i] == area && at >= offset && at < offset + bytes) {
                free(i);
            }
        }
        return isClear;
    }

    /** A page that can be given up; -1 when there is none now. */
    private int pageToUse() {
        if (dirtyCount() > PAGES / 2) {
            // Pages that can be given up at once stay so many that those of one instruction do not drive one another out.
            takeBack(oldest(true));
        }
        int page = oldest(false);
        if (page < 0) {
            uses++;
        }
        return page;
    }

    private void take(int page, PagedArea area, int number, State state) {
        free(page);
        owners[page] = area;
        numbers[page] = number;
        states[page] = state;
        used[page] = ++uses;
        kept[page] = state == State.COMING ? uses + PATIENCE : 0;
    }

    private void bring(PagedArea area, int number) {
        int page = isWritten(area, number) ? -1 : pageToUse();
        long offset = (long) number * PAGE;
        if (page >= 0 && area.backing().bring(offset, memory, page * PAGE, bytes(area, offset), page)) {
            take(page, area, number, State.COMING);
        }
    }

    /** How many bytes the page has that begins at an offset. */
    private static int bytes(PagedArea area, long offset) {
        return (int) Math.min(PAGE, area.backing().length() - offset);
    }

    private int dirtyCount() {
        int count = 0;
        for (int i = 0; i < PAGES; i++) {
            count += dirty[i] && !leaving[i] ? 1 : 0;
        }
        return count;
    }

    /** The page that can be given up and was used longest ago, among those that are changed or not; -1 when there is none. */
    private int oldest(boolean changed) {
        int found = -1;
        for (int i = 0; i < PAGES; i++) {
            boolean may = states[i] != State.COMING && !leaving[i] && dirty[i] == changed && kept[i] <= uses;
            if (may && (found < 0 || states[i] == State.FREE || used[i] < used[found] && states[found] != State.FREE)) {
                found = i;
            }
        }
        return found;
    }

    private void free(int page) {
        PagedArea owner = owners[page];
        if (owner != null) {
            owner.forgetPlaces();
        }
        owners[page] = null;
        states[page] = State.FREE;
        dirty[page] = false;
        stale[page] = false;
        kept[page] = 0;
    }

    /** Says that a byte was changed: {@return the number of the change} */
    long change(int place) {
        int page = place / PAGE;
        changes++;
        if (!dirty[page]) {
            dirty[page] = true;
            changed[page] = changes;
        }
        PagedArea owner = owners[page];
        if (owner != null && windows.taken > 0) {
            windows.drop(owner, numbers[page], 1);
        }
        return changes;
    }

    /** Something was changed behind the pages: {@return the number of the change} */
    long changeBehind() {
        return ++changes;
    }

    /** {@return the number of the last change} */
    long changes() {
        return changes;
    }

    private void takeBack(int page) {
        PagedArea owner = owners[page];
        if (owner == null || leaving[page]) {
            return;
        }
        long offset = (long) numbers[page] * PAGE;
        if (owner.backing().takeBack(offset, memory, page * PAGE, bytes(owner, offset), page)) {
            dirty[page] = false;
            leaving[page] = true;
            sent[page] = changed[page];
        } else if (!owner.backing().isThere()) {
            owner.fail();
            free(page);
        }
    }

    /** Takes back what was changed of an area up to some change: {@return whether that is done} */
    boolean isTakenBack(PagedArea area, long lastChange) {
        boolean clean = true;
        for (int i = 0; i < PAGES; i++) {
            if (owners[i] == area) {
                boolean isDirty = dirty[i] && changed[i] <= lastChange;
                clean &= !isDirty && !(leaving[i] && sent[i] <= lastChange);
                if (isDirty) {
                    takeBack(i);
                }
            }
        }
        return clean;
    }

    /** {@return whether everything is taken back that was changed of an area} */
    boolean isClean(PagedArea area) {
        for (int i = 0; i < PAGES; i++) {
            if (owners[i] == area && (dirty[i] || leaving[i])) {
                return false;
            }
        }
        return true;
    }

    /** Forgets an area's pages that were not changed: its host may have written there. What comes may have been read before it did. */
    void refresh(PagedArea area) {
        windows.drop(area, 0, Integer.MAX_VALUE);
        for (int i = 0; i < PAGES; i++) {
            if (owners[i] == area && states[i] == State.COMING) {
                stale[i] = true;
            } else if (owners[i] == area && !dirty[i] && !leaving[i]) {
                free(i);
            }
        }
    }

    /** Forgets an area that is closed. A page that comes or leaves is free when that has ended. */
    void forget(PagedArea area) {
        windows.leave(area);
        for (int i = 0; i < PAGES; i++) {
            if (owners[i] == area && states[i] != State.COMING && !leaving[i]) {
                free(i);
            } else if (owners[i] == area) {
                dirty[i] = false;
                kept[i] = 0;
            }
        }
        area.forgetPlaces();
    }

    /** {@return whether bytes of an area that was forgotten come or leave} */
    boolean isMoving(PagedArea area) {
        boolean isMoving = whole.isMoving(area) || windows.isMoving(area);
        for (PagedArea owner : owners) {
            isMoving |= owner == area;
        }
        return isMoving;
    }

    /** A page has come, or was taken back. */
    void onTransfer(Message message) {
        int page = message.word(0);
        boolean landed = message.word(1) == 0;
        if (page >= WINDOW_ID) {
            windows.onTransfer(page - WINDOW_ID, landed);
            return;
        }
        if (page >= PAGES) {
            whole.onTransfer(page - PAGES, landed);
            return;
        }
        PagedArea owner = owners[page];
        boolean isWanted = owner != null && !owner.isClosed();
        if (leaving[page]) {
            leaving[page] = false;
            if (!landed && owner != null) {
                owner.fail();
            }
            if (!isWanted || !landed) {
                // What is there nobody knows: it is brought again.
                free(page);
            }
        } else if (!isWanted || stale[page]) {
            free(page);
        } else {
            states[page] = landed ? State.HERE : State.FAILED;
        }
    }
}
