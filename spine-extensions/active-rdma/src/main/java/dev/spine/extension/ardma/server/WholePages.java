package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Transfers of many whole pages at once between what is behind an area and a request's own memory: they need no places among the pages of
 * {@link PageCache}. Pages of such a range are not brought while it is written, and other transfers of it wait for that.
 */
final class WholePages {
    /** Fewer bytes go through the cache. */
    static final int LEAST = 2 * PageCache.PAGE;
    /** No transfer. */
    static final int NONE = -1;

    static final int TRANSFERS = 64;

    /** How far a transfer is. */
    enum State {
        FREE, MOVING, DONE, FAILED
    }

    private final State[] states = new State[TRANSFERS];
    private final @Nullable PagedArea[] areas = new PagedArea[TRANSFERS];
    private final long[] offsets = new long[TRANSFERS];
    private final int[] counts = new int[TRANSFERS];
    private final boolean[] writes = new boolean[TRANSFERS];
    /** Whoever wanted it does not wait for it any more. */
    private final boolean[] left = new boolean[TRANSFERS];
    private int moving;

    WholePages() {
        for (int i = 0; i < TRANSFERS; i++) {
            states[i] = State.FREE;
        }
    }

    /** {@return whether bytes are whole pages, and enough of them} */
    static boolean fits(long offset, int bytes) {
        return bytes >= LEAST && offset % PageCache.PAGE == 0 && bytes % PageCache.PAGE == 0;
    }

    /** {@return whether bytes of a range are being written} */
    boolean isWritten(PagedArea area, long offset, int bytes) {
        for (int i = 0; i < TRANSFERS && moving > 0; i++) {
            boolean isOne = states[i] == State.MOVING && writes[i] && areas[i] == area;
            if (isOne && offset < offsets[i] + counts[i] && offsets[i] < offset + bytes) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether any bytes of an area are on their way} */
    boolean isMoving(PagedArea area) {
        boolean isMoving = false;
        for (PagedArea moved : areas) {
            isMoving |= moved == area;
        }
        return isMoving;
    }

    /** Begins one, from or to the beginning of a buffer: {@return its number, or {@link #NONE} when that has to wait} */
    int begin(PagedArea area, boolean isWrite, long offset, Buffer memory, int bytes) {
        int number = 0;
        while (number < TRANSFERS && states[number] != State.FREE) {
            number++;
        }
        if (number == TRANSFERS || isWritten(area, offset, bytes) || !area.cache().makeWay(area, offset, bytes, isWrite)) {
            return NONE;
        }
        int id = PageCache.PAGES + number;
        boolean hasBegun = isWrite ? area.backing().takeBack(offset, memory, 0, bytes, id)
            : area.backing().bring(offset, memory, 0, bytes, id);
        if (!hasBegun) {
            return NONE;
        }
        states[number] = State.MOVING;
        areas[number] = area;
        offsets[number] = offset;
        counts[number] = bytes;
        writes[number] = isWrite;
        left[number] = false;
        moving++;
        return number;
    }

    /** One has ended. */
    void onTransfer(int number, boolean landed) {
        moving--;
        PagedArea area = areas[number];
        if (writes[number] && area != null) {
            if (landed) {
                area.changeBehind();
            } else {
                area.fail();
            }
        }
        areas[number] = null;
        states[number] = left[number] ? State.FREE : landed ? State.DONE : State.FAILED;
    }

    /** {@return how far one is, whose number is free for another one when it has ended} */
    State take(int number) {
        State state = states[number];
        if (state != State.MOVING) {
            states[number] = State.FREE;
        }
        return state;
    }

    /** Nobody waits for one any more. It ends as it would have. */
    void leave(int number) {
        if (states[number] == State.MOVING) {
            left[number] = true;
        } else {
            states[number] = State.FREE;
        }
    }
}
