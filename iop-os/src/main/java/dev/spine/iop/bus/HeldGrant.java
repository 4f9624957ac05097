package dev.spine.iop.bus;

import org.jspecify.annotations.Nullable;

/**
 * What a DMA engine remembers of the grant that it met last: a copy of the table's row, so that the runs of a transfer, and the transfers
 * after it, are checked against plain fields.
 *
 * <p>A token is given out once, so the copy stays true as long as the token is valid; only {@link #isLive} looks at what another thread
 * writes. Belongs to the engine's own thread.
 */
final class HeldGrant {
    private final GrantTable table;
    private final BusAgent busAgent;
    private long token = GrantTable.NONE;
    private int[] generations = {};
    private int index;
    private int generation;
    private @Nullable Region region;
    private boolean writable;
    private long base;
    private long strideBytes;
    private long lineBytes;
    private int lines;

    HeldGrant(GrantTable table, BusAgent busAgent) {
        this.table = table;
        this.busAgent = busAgent;
    }

    /**
     * Turns to the grant of a transfer.
     *
     * @param wanted its token, possibly made up, old or {@link GrantTable#NONE}; nothing is covered then
     */
    void hold(long wanted) {
        // One that could not be read may have been made up by guessing what is granted only now.
        if (token != wanted || region == null) {
            token = wanted;
            region = null;
            table.read(wanted, this);
        }
    }

    /** Takes over a row of the table; what the row's holder is decides whether anything is covered. */
    void set(int[] ownersGenerations, int atIndex, int atGeneration) {
        generations = ownersGenerations;
        index = atIndex;
        generation = atGeneration;
    }

    /** Takes over what a row allows, or null when its bus agent is another one. */
    void set(@Nullable Region granted, boolean mayWrite, long firstByte, long stride, long bytesOfLine, int lineCount) {
        region = granted;
        writable = mayWrite;
        base = firstByte;
        strideBytes = stride;
        lineBytes = bytesOfLine;
        lines = lineCount;
    }

    BusAgent busAgent() {
        return busAgent;
    }

    /** {@return whether the grant exists now} */
    boolean isLive() {
        return region != null && GrantTable.generation(generations, index) == generation;
    }

    /**
     * {@return whether the grant, if it is live, allows a run}
     *
     * @param at the region in which the run lies: it must be the one that was granted
     * @param address first bus address of the run
     * @param bytes its length, at least 1
     * @param write whether the run writes there
     */
    boolean covers(Region at, long address, int bytes, boolean write) {
        return isGranted(at) && (!write || writable) && inRectangle(address - base, bytes);
    }

    // A region that was removed is not the one that is now at its place, although it may be equal in everything but its memory.
    @SuppressWarnings("ReferenceEquality")
    private boolean isGranted(Region at) {
        return region == at;
    }

    private boolean inRectangle(long delta, int bytes) {
        if (delta < 0 || bytes > lineBytes) {
            return false;
        }
        if (delta <= lineBytes - bytes) {
            return true;
        }
        if (lines == 1) {
            return false;
        }
        // The lines lie in one region, so that stride and distance are below 4 GiB; the long division would take twice the time.
        int line = Integer.divideUnsigned((int) delta, (int) strideBytes);
        return line >= 0 && line < lines && delta - line * strideBytes <= lineBytes - bytes;
    }
}
