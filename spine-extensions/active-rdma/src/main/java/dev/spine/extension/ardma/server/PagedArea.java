package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.Handover;

/**
 * An area whose pages are brought into card memory: from the memory of the server's host, or from a disk. What was changed is there when
 * the request that has changed it is answered, and a request sees what the host had written to its memory before it began.
 */
final class PagedArea extends Area {
    private static final long READ_ON = 8 * PageCache.PAGE;

    private final int id;
    private final Backing backing;
    private final PageCache cache;
    private final boolean writable;
    private boolean closed;
    private boolean failed;
    /** The last change of it. */
    private long changed;
    /** Up to which change it is durable; up to which one the flush that is under way makes it so, -1 when none is. */
    private long durable = -1;
    private long flushing = -1;
    /** Something was lost that was to be durable: nobody knows what, so it is never again said to be. */
    private boolean lost;
    /** Requests that use it now. */
    private int users;
    /** A window of it could not be brought, so nothing but pages is until nobody uses it. */
    private boolean byPages;
    /** The two pages or windows that were used last: what reads across their border goes back and forth. */
    private Span last;
    private Span other;
    /** The page behind what was read last. */
    private int next;

    /** Bytes in a row in a buffer. */
    private static final class Span {
        private long first;
        private long end;
        private int at;
        private Buffer memory;
        /** Which window it is; -1 for a page. */
        private int window;

        Span(Buffer memory) {
            this.memory = memory;
        }

        boolean holds(long offset) {
            return offset >= first && offset < end;
        }
    }

    PagedArea(int id, Backing backing, PageCache cache, boolean writable) {
        this.id = id;
        this.backing = backing;
        this.cache = cache;
        last = new Span(cache.memory());
        other = new Span(cache.memory());
        this.writable = writable;
    }

    Backing backing() {
        return backing;
    }

    PageCache cache() {
        return cache;
    }

    /** Bytes behind the pages were changed. */
    void changeBehind() {
        changed = cache.changeBehind();
    }

    void begin() {
        if (users++ == 0) {
            failed = false;
            byPages = false;
            if (backing.isShared()) {
                cache.refresh(this);
            }
        }
    }

    void end() {
        if (--users == 0) {
            cache.windows().leave(this);
        }
    }

    boolean isUsed() {
        return users > 0;
    }

    boolean isByPages() {
        return byPages;
    }

    /** A window could not be brought, though some of its pages may be. */
    void goByPages() {
        byPages = true;
    }

    /** Closes it. Who waits until everything that he changed is taken back is not told that it is. */
    void close() {
        closed = true;
        failed |= !cache.isClean(this);
        cache.forget(this);
    }

    /** A page of it is elsewhere now. */
    void forgetPlaces() {
        last.end = 0;
        other.end = 0;
    }

    /** What was changed was not taken back. */
    void fail() {
        failed = true;
        lost = true;
    }

    /** {@return whether everything is taken back that was changed up to some change} */
    boolean isTakenBack(long lastChange) {
        return closed || cache.isTakenBack(this, lastChange);
    }

    /** {@return the number of the last change of any area} */
    long lastChange() {
        return cache.changes();
    }

    boolean hasFailed() {
        return failed;
    }

    @Override
    public long length() {
        return backing.length();
    }

    @Override
    public boolean isWritable() {
        return writable;
    }

    @Override
    public boolean isClosed() {
        return closed || backing.isRevoked();
    }

    // --- what is durable

    @Override
    public long changes() {
        return changed;
    }

    @Override
    public int flushed(long lastChange) {
        if (!backing.isFlushed()) {
            return 1;
        }
        if (!lost && !backing.isThere()) {
            lost = true;
        }
        if (lost || !cache.isTakenBack(this, lastChange)) {
            return lost ? -1 : 0;
        }
        if (durable >= lastChange) {
            return 1;
        }
        if (flushing < 0 && backing.flush(id)) {
            flushing = lastChange;
        }
        return 0;
    }

    /** A flush has ended. */
    void onFlushed(boolean done) {
        durable = done ? Math.max(durable, flushing) : durable;
        lost |= !done;
        flushing = -1;
    }

    // --- bytes

    private static int pageOf(long offset) {
        return (int) (offset / PageCache.PAGE);
    }

    @Override
    public int here(long offset, long bytes) {
        int number = pageOf(offset);
        ScanWindows windows = cache.windows();
        if (windows.taken > 0) {
            // What may be written is in pages alone.
            windows.drop(this, number, bytes <= Long.BYTES ? pageOf(offset + bytes - 1) - number + 1 : 1);
        }
        return inPages(number, offset, bytes, false);
    }

    @Override
    public int hereToRead(long offset, long bytes) {
        ScanWindows windows = cache.windows();
        int number = pageOf(offset);
        boolean goesOn = number == next;
        if (!goesOn && windows.taken == 0) {
            return inPages(number, offset, bytes, true);
        }
        int window = windows.find(this, number);
        if (window < 0) {
            boolean comes = (goesOn || windows.isNext(this, number)) && !cache.has(this, number) && windows.goTo(this, number, goesOn);
            return comes ? 0 : inPages(number, offset, bytes, true);
        }
        if (!windows.isHere(window)) {
            return 0;
        }
        windows.use(window);
        next = windows.end(window);
        return inRow(offset, bytes, (long) next * PageCache.PAGE - offset);
    }

    /** How many bytes can be read of some of which a few are in a row. */
    private int inRow(long offset, long bytes, long left) {
        if (bytes <= left || bytes > Long.BYTES) {
            return (int) Math.min(bytes, left);
        }
        int behind = hereToRead(offset + left, 1);
        return behind <= 0 ? behind : (int) bytes;
    }

    private int inPages(int number, long offset, long bytes, boolean toRead) {
        int at = cache.place(this, number);
        if (at < 0) {
            if (at == -1) {
                // Who goes on from one page to the next one will want those behind it; plain accesses have said how many bytes they want.
                boolean goesOn = toRead && number == next;
                cache.bringBehind(this, offset, goesOn ? Math.max(bytes, Math.min(READ_ON, length() - offset)) : bytes);
            }
            return at + 1;
        }
        next = number + 1;
        int left = PageCache.PAGE - (int) (offset % PageCache.PAGE);
        if (bytes <= left || bytes > Long.BYTES) {
            return (int) Math.min(bytes, left);
        }
        if (toRead) {
            return inRow(offset, bytes, left);
        }
        int behind = cache.place(this, number + 1);
        return behind < 0 ? behind + 1 : (int) bytes;
    }

    /** {@return as {@link #here}, of bytes that are written as far as they are here: a whole page need not be brought for that} */
    int hereToWrite(long offset, int bytes) {
        int most = Math.min(bytes, PageCache.PAGE - (int) (offset % PageCache.PAGE));
        boolean isWhole = offset % PageCache.PAGE == 0 && most == Math.min(PageCache.PAGE, length() - offset);
        if (!isWhole) {
            return here(offset, most);
        }
        if (!backing.isThere()) {
            return -1;
        }
        cache.windows().drop(this, pageOf(offset), 1);
        return cache.claim(this, pageOf(offset)) ? most : 0;
    }

    @Override
    public int place(long offset) {
        if (!last.holds(offset)) {
            Span before = last;
            last = other;
            other = before;
            if (!last.holds(offset)) {
                locate(offset);
            }
        }
        return last.at + (int) (offset - last.first);
    }

    /** {@return where in {@link #memory()} a byte is that {@link #here} or {@link #hereToWrite} has said is here: in no window} */
    int placeInPage(long offset) {
        int place = place(offset);
        if (last.window >= 0) {
            throw new IllegalStateException("what may be written is in a window");
        }
        return place;
    }

    private void locate(long offset) {
        int number = pageOf(offset);
        ScanWindows windows = cache.windows();
        int found = windows.taken == 0 ? -1 : windows.find(this, number);
        // One that is on its way has nothing yet: the byte is in a page.
        int window = found >= 0 && windows.isHere(found) ? found : -1;
        last.window = window;
        last.memory = window < 0 ? cache.memory() : windows.memory(window);
        last.at = window < 0 ? cache.place(this, number) : 0;
        last.first = (long) (window < 0 ? number : windows.first(window)) * PageCache.PAGE;
        last.end = Math.min(length(), (long) (window < 0 ? number + 1 : windows.end(window)) * PageCache.PAGE);
    }

    /**
     * Writes for a compiled form which bytes of it can be read: the page or window that was used last. What is written has to be told, so
     * that is left to the interpreter.
     *
     * @return false when none is here
     */
    boolean giveSpan(Buffer state, int number) {
        if (last.end == 0 || closed) {
            return false;
        }
        if (last.window >= 0) {
            cache.windows().lend(last.window);
        }
        int readable = Math.clamp(last.end - last.first, 0, last.memory.length() - last.at);
        Handover.giveArea(state, number, last.first, readable, -1, last.at, length());
        return true;
    }

    /** {@return the buffer that has them} */
    Buffer lastMemory() {
        return last.memory;
    }

    @Override
    public Buffer memory(long offset) {
        place(offset);
        return last.memory;
    }

    @Override
    public Buffer memory() {
        return cache.memory();
    }

    @Override
    public void change(int place) {
        changed = cache.change(place);
    }

    @Override
    public int get8(long offset) {
        int place = place(offset);
        return last.memory.u8(place);
    }

    private static boolean isInOnePage(long offset, int bytes) {
        return offset % PageCache.PAGE <= PageCache.PAGE - bytes;
    }

    @Override
    public int get32(long offset) {
        if (!isInOnePage(offset, Integer.BYTES)) {
            return super.get32(offset);
        }
        int place = place(offset);
        return last.memory.i32(place);
    }

    @Override
    public long get64(long offset) {
        if (!isInOnePage(offset, Long.BYTES)) {
            return super.get64(offset);
        }
        int place = place(offset);
        return last.memory.i64(place);
    }

    @Override
    public void put8(long offset, int value) {
        int place = placeInPage(offset);
        cache.memory().put8(place, value);
        change(place);
    }

    @Override
    public void put64(long offset, long value) {
        if (isInOnePage(offset, Long.BYTES)) {
            int place = placeInPage(offset);
            cache.memory().put64(place, value);
            change(place);
        } else {
            super.put64(offset, value);
        }
    }
}
