package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.HostRegion;
import dev.spine.extension.ardma.routine.Area;

/**
 * An area in the memory of the server's host, reached by DMA, a page at a time. Its host sees what was changed when the request that has
 * changed it is answered, and a request sees what the host had written before it began.
 */
final class HostArea extends Area {
    private static final int NO_PAGE = -1;

    private final HostRegion region;
    private final PageCache cache;
    private final boolean writable;
    private boolean closed;
    private boolean failed;
    /** Requests that use it now. */
    private int users;
    /** The two pages that were used last, and where they are: what reads across their border goes back and forth. */
    private int page = NO_PAGE;
    private int pageAt;
    private int otherPage = NO_PAGE;
    private int otherAt;

    HostArea(HostRegion region, PageCache cache, boolean writable) {
        this.region = region;
        this.cache = cache;
        this.writable = writable;
    }

    HostRegion region() {
        return region;
    }

    void begin() {
        if (users++ == 0) {
            failed = false;
            cache.refresh(this);
        }
    }

    void end() {
        users--;
    }

    /** Closes it. Who waits until the host has what he changed is not told that it has. */
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

    /** What was changed did not get to the host. */
    void fail() {
        failed = true;
    }

    /** {@return whether the host has everything that was changed up to some change} */
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
        return region.length();
    }

    @Override
    public boolean isWritable() {
        return writable;
    }

    @Override
    public boolean isClosed() {
        return closed || !region.isValid();
    }

    @Override
    public int here(long offset, long bytes) {
        int at = cache.place(this, (int) (offset / PageCache.PAGE));
        if (at < 0) {
            return at + 1;
        }
        int left = PageCache.PAGE - (int) (offset % PageCache.PAGE);
        if (bytes <= left || bytes > Long.BYTES) {
            return (int) Math.min(bytes, left);
        }
        int behind = cache.place(this, (int) (offset / PageCache.PAGE) + 1);
        return behind < 0 ? behind + 1 : (int) bytes;
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

    @Override
    public Buffer memory() {
        return cache.memory();
    }

    @Override
    public void change(int place) {
        cache.change(place);
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
        cache.change(place);
    }

    @Override
    public void put64(long offset, long value) {
        if (isInOnePage(offset, Long.BYTES)) {
            int place = place(offset);
            cache.memory().put64(place, value);
            cache.change(place);
        } else {
            super.put64(offset, value);
        }
    }
}
