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
    /** How many pages come by one transfer at most: a power of 2, as the number of pages. */
    static final int ROW = 8;
    /** How many pages that nobody has used yet are kept, before more are brought than are wanted. */
    private static final int MAX_AHEAD = 4;
    /** How many uses ago a page was used that may be in use; and one that is not given up for pages in a row. */
    private static final int IN_USE = 4;
    private static final int LATELY = PAGES;
    /** How many uses of pages, or tries to bring some, a page that has come waits for whoever wants it. */
    private static final int PATIENCE = 512;

    /** How far a page is. */
    private enum State {
        FREE, COMING, HERE, FAILED
    }

    private final Buffer memory;
    private final WholePages whole = new WholePages();
    private final @Nullable PagedArea[] owners = new PagedArea[PAGES];
    private final int[] numbers = new int[PAGES];
    private final State[] states = new State[PAGES];
    private final long[] used = new long[PAGES];
    /** By page: up to which use it is kept although nobody has used it since it was brought; 0 when somebody has. */
    private final long[] kept = new long[PAGES];
    private final boolean[] dirty = new boolean[PAGES];
    private final boolean[] leaving = new boolean[PAGES];
    /** By page: how many pages come with it, by the transfer that has its number. */
    private final int[] rows = new int[PAGES];
    /** By page: the first change that was not taken back, and the first one that is on its way. */
    private final long[] changed = new long[PAGES];
    private final long[] sent = new long[PAGES];
    /** How many pages were brought that nobody has used yet. */
    private int ahead;
    private long uses;
    private long changes;

    private PageCache(Buffer memory) {
        this.memory = memory;
        for (int i = 0; i < PAGES; i++) {
            states[i] = State.FREE;
        }
    }

    /** {@return a cache without pages, or null when the card has no memory for it} */
    static @Nullable PageCache create(ExtensionContext context) {
        Buffer memory = context.allocateForDevices(PAGES * PAGE);
        return memory == null ? null : new PageCache(memory);
    }

    Buffer memory() {
        return memory;
    }

    /** {@return transfers that pass by the pages} */
    WholePages whole() {
        return whole;
    }

    private int find(PagedArea area, int number) {
        for (int i = 0; i < PAGES; i++) {
            if (owners[i] == area && numbers[i] == number) {
                return i;
            }
        }
        return -1;
    }

    /**
     * {@return where a page is in {@link #memory}; -1 when it is still to come, -2 when it cannot be brought}
     *
     * @param wanted how many pages are brought from this one on when it is not here, those behind it as far as there are places
     */
    int place(PagedArea area, int number, int wanted) {
        int page = find(area, number);
        if (page < 0) {
            bring(area, number, ahead > MAX_AHEAD ? 1 : wanted);
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
        use(page);
        return page * PAGE;
    }

    private void use(int page) {
        if (kept[page] > 0) {
            kept[page] = 0;
            ahead--;
        }
    }

    /** Brings pages that are wanted soon: of the next ones behind one those that are not here. */
    void bringAhead(PagedArea area, int number) {
        if (ahead <= MAX_AHEAD) {
            int first = number + 1 + Integer.numberOfTrailingZeros(~present(area, number + 1));
            if (first <= number + ROW) {
                bring(area, first, ROW);
            }
        }
    }

    /** {@return how many pages that are here are in a row in memory as in their area, from one on, which is here and not among them} */
    int inRow(int place, int step) {
        int page = place / PAGE;
        int next = page + step;
        while (next >= 0 && next < PAGES && owners[next] == owners[page] && numbers[next] - numbers[page] == next - page
            && states[next] == State.HERE) {
            used[next] = ++uses;
            use(next);
            next += step;
        }
        return Math.abs(next - page) - 1;
    }

    /** Has a place for a page of which every byte is written at once, without bringing it: {@return whether there is one} */
    boolean claim(PagedArea area, int number) {
        if (find(area, number) >= 0) {
            // It is here, or comes.
            return place(area, number, 1) >= 0;
        }
        int page = whole.isWritten(area, (long) number * PAGE, PAGE) ? -1 : pageToUse(1);
        if (page >= 0) {
            take(page, area, number, State.HERE);
        }
        return page >= 0;
    }

    /** Has what is behind an area be all there is of some whole pages, before they are read or written: {@return whether it is} */
    boolean makeWay(PagedArea area, long offset, int bytes, boolean isWrite) {
        boolean isClear = true;
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

    /** The first of some pages in a row that can be given up, a power of 2; -1 when there are none now. */
    private int pageToUse(int count) {
        if (dirtyCount() > PAGES / 2) {
            // Pages that can be given up at once stay so many that those of one instruction do not drive one another out.
            takeBack(oldestChanged());
        }
        int page = oldest(count);
        uses += page < 0 ? 1 : 0;
        return page;
    }

    private void take(int page, PagedArea area, int number, State state) {
        free(page);
        owners[page] = area;
        numbers[page] = number;
        states[page] = state;
        used[page] = ++uses;
        if (state == State.COMING) {
            kept[page] = uses + PATIENCE;
            ahead++;
        }
    }

    /** Brings a page, and some behind it, as many as are not here and have places in a row. */
    private void bring(PagedArea area, int number, int wanted) {
        long left = (area.length() - (long) number * PAGE + PAGE - 1) / PAGE;
        int missing = (int) Math.min(left, Math.min(wanted, Integer.numberOfTrailingZeros(present(area, number) | 1 << ROW)));
        if (missing < 1 || whole.isWritten(area, (long) number * PAGE, missing * PAGE)) {
            return;
        }
        int count = Integer.highestOneBit(missing);
        int row = pageToUse(count);
        int page = row < 0 && count > 1 ? pageToUse(1) : row;
        if (page >= 0) {
            begin(area, number, page, row < 0 ? 1 : count);
        }
    }

    /** How many bytes some pages have, the first of which begins at an offset. */
    private static int bytes(PagedArea area, long offset, int count) {
        return (int) Math.min((long) count * PAGE, area.backing().length() - offset);
    }

    private void begin(PagedArea area, int number, int page, int count) {
        long offset = (long) number * PAGE;
        if (area.backing().bring(offset, memory, page * PAGE, bytes(area, offset, count), page)) {
            for (int i = 0; i < count; i++) {
                take(page + i, area, number + i, State.COMING);
            }
            rows[page] = count;
        }
    }

    /** Which pages from one on are here, or come: a bit for each of {@link Integer#SIZE}, the lowest one for the first. */
    private int present(PagedArea area, int first) {
        int present = 0;
        for (int i = 0; i < PAGES; i++) {
            int place = numbers[i] - first;
            if (owners[i] == area && place >= 0 && place < Integer.SIZE) {
                present |= 1 << place;
            }
        }
        return present;
    }

    private int dirtyCount() {
        int count = 0;
        for (int i = 0; i < PAGES; i++) {
            count += dirty[i] && !leaving[i] ? 1 : 0;
        }
        return count;
    }

    private boolean mayGo(int page) {
        return states[page] != State.COMING && !leaving[page] && kept[page] <= uses;
    }

    /** The changed page that was used longest ago; -1 when there is none. */
    private int oldestChanged() {
        int found = -1;
        for (int i = 0; i < PAGES; i++) {
            if (mayGo(i) && dirty[i] && (found < 0 || used[i] < used[found])) {
                found = i;
            }
        }
        return found;
    }

    /** The first of those pages in a row that can be given up and were used longest ago; -1 when there are none. */
    private int oldest(int count) {
        int found = -1;
        long least = Long.MAX_VALUE;
        long latest = uses - (count == 1 ? IN_USE : LATELY);
        for (int first = 0; first < PAGES; first += count) {
            long last = Long.MIN_VALUE;
            for (int i = first; i < first + count && last < least; i++) {
                if (states[i] != State.FREE || leaving[i]) {
                    last = mayGo(i) && !dirty[i] ? Math.max(last, used[i]) : Long.MAX_VALUE;
                }
            }
            if (last <= latest && last < least) {
                found = first;
                least = last;
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
        use(page);
    }

    /** Says that a byte was changed: {@return the number of the change} */
    long change(int place) {
        int page = place / PAGE;
        changes++;
        if (!dirty[page]) {
            dirty[page] = true;
            changed[page] = changes;
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
        if (owner.backing().takeBack(offset, memory, page * PAGE, bytes(owner, offset, 1), page)) {
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

    /** Forgets an area's pages that were not changed: its host may have written there. */
    void refresh(PagedArea area) {
        for (int i = 0; i < PAGES; i++) {
            if (owners[i] == area && states[i] == State.COMING) {
                owners[i] = null;
                use(i);
            } else if (owners[i] == area && !dirty[i] && !leaving[i]) {
                free(i);
            }
        }
    }

    /** Forgets an area that is closed. A page that comes or leaves is free when that has ended. */
    void forget(PagedArea area) {
        for (int i = 0; i < PAGES; i++) {
            if (owners[i] == area && states[i] != State.COMING && !leaving[i]) {
                free(i);
            } else if (owners[i] == area) {
                dirty[i] = false;
                use(i);
            }
        }
        area.forgetPlaces();
    }

    /** {@return whether bytes of an area that was forgotten come or leave} */
    boolean isMoving(PagedArea area) {
        boolean isMoving = whole.isMoving(area);
        for (PagedArea owner : owners) {
            isMoving |= owner == area;
        }
        return isMoving;
    }

    /** Pages have come, or one was taken back. */
    void onTransfer(Message message) {
        int page = message.word(0);
        boolean landed = message.word(1) == 0;
        if (page >= PAGES) {
            whole.onTransfer(page - PAGES, landed);
        } else if (leaving[page]) {
            hasLeft(page, landed);
        } else {
            for (int i = page; i < page + rows[page]; i++) {
                if (!isWanted(i)) {
                    free(i);
                } else {
                    states[i] = landed ? State.HERE : State.FAILED;
                }
            }
        }
    }

    private boolean isWanted(int page) {
        PagedArea owner = owners[page];
        return owner != null && !owner.isClosed();
    }

    private void hasLeft(int page, boolean landed) {
        PagedArea owner = owners[page];
        leaving[page] = false;
        if (!landed && owner != null) {
            owner.fail();
        }
        if (!isWanted(page) || !landed) {
            // What is there nobody knows: it is brought again.
            free(page);
        }
    }
}
