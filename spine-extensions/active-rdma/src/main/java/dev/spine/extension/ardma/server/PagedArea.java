package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.Handover;

/**
 * An area whose pages are brought into card memory: from the memory of the server's host, or from a disk. What was changed is there when
 * the request that has changed it is answered, and a request sees what the host had written to its memory before it began.
 */
final class PagedArea extends Area {
    private static final int NO_PAGE = -2;
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
    /** The two pages that were used last, and where they are: what reads across their border goes back and forth. */
    private int page = NO_PAGE;
    private int pageAt;
    private int otherPage = NO_PAGE;
    private int otherAt;

    PagedArea(int id, Backing backing, PageCache cache, boolean writable) {
        this.id = id;
        this.backing = backing;
        this.cache = cache;
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
            if (backing.isShared()) {
                cache.refresh(this);
            }
        }
    }

    void end() {
        users--;
    }

    /** Closes it. Who waits until everything that he changed is taken back is not told that it is. */
    void close() {
        closed = true;
        failed |= !cache.isClean(this);
        cache.forget(this);
    }

    /** A page of it is elsewhere now. */
    void forgetPlaces() {
        page = NO_PAGE;
        otherPage = NO_PAGE;
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

    @Override
    public int here(long offset, long bytes) {
        int at = cache.place(this, (int) (offset / PageCache.PAGE));
        if (at < 0) {
            if (at == -1) {
                // Who goes on from one page to the next one will want those behind it.
                boolean goesOn = offset / PageCache.PAGE == page + 1L;
                cache.bringBehind(this, offset, goesOn ? Math.max(bytes, Math.min(READ_ON, length() - offset)) : bytes);
            }
            return at + 1;
        }
        int left = PageCache.PAGE - (int) (offset % PageCache.PAGE);
        if (bytes <= left || bytes > Long.BYTES) {
            return (int) Math.min(bytes, left);
        }
        int behind = cache.place(this, (int) (offset / PageCache.PAGE) + 1);
        return behind < 0 ? behind + 1 : (int) bytes;
    }

    /** {@return as {@link #here}, of bytes that are written as far as they are here: a whole page need not be brought for that} */
    int hereToWrite(long offset, int bytes) {
        int most = Math.min(bytes, PageCache.PAGE - (int) (offset % PageCache.PAGE));
        boolean isWhole = most == Math.min(PageCache.PAGE, length() - offset);
        if (!isWhole) {
            return here(offset, most);
        }
        return !backing.isThere() ? -1 : cache.claim(this, (int) (offset / PageCache.PAGE)) ? most : 0;
    }

    @Override
    public int place(long offset) {
        int wanted = (int) (offset / PageCache.PAGE);
        if (wanted != page) {
            int before = page;
            int beforeAt = pageAt;
            pageAt = wanted == otherPage ? otherAt : cache.place(this, wanted);
            page = wanted;
            otherPage = before;
            otherAt = beforeAt;
        }
        return pageAt + (int) (offset % PageCache.PAGE);
    }

    /**
     * Writes for a compiled form which bytes of it can be read: the page that was used last. What is written has to be told, so that is
     * left to the interpreter.
     *
     * @return false when none is here
     */
    boolean givePage(Buffer state, int number) {
        if (page == NO_PAGE || closed) {
            return false;
        }
        long first = (long) page * PageCache.PAGE;
        Handover.giveArea(state, number, first, (int) Math.min(PageCache.PAGE, length() - first), -1, pageAt, length());
        return true;
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
        return cache.memory().u8(place(offset));
    }

    private static boolean isInOnePage(long offset, int bytes) {
        return offset % PageCache.PAGE <= PageCache.PAGE - bytes;
    }

    @Override
    public int get32(long offset) {
        return isInOnePage(offset, Integer.BYTES) ? cache.memory().i32(place(offset)) : super.get32(offset);
    }

    @Override
    public long get64(long offset) {
        return isInOnePage(offset, Long.BYTES) ? cache.memory().i64(place(offset)) : super.get64(offset);
    }

    @Override
    public void put8(long offset, int value) {
        int place = place(offset);
        cache.memory().put8(place, value);
        change(place);
    }

    @Override
    public void put64(long offset, long value) {
        if (isInOnePage(offset, Long.BYTES)) {
            int place = place(offset);
            cache.memory().put64(place, value);
            change(place);
        } else {
            super.put64(offset, value);
        }
    }
}
