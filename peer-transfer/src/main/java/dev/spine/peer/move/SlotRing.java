package dev.spine.peer.move;

/** The slots of a job in the card's memory: which are free, and which are full and wait their turn. Belongs to the card's agent. */
final class SlotRing {
    private final int[] free;
    private final int[] full;
    private final long[] positions;
    private int freeCount;
    private int firstFull;
    private int fullCount;

    SlotRing(int slots) {
        free = new int[slots];
        full = new int[slots];
        positions = new long[slots];
        reset();
    }

    void reset() {
        freeCount = 0;
        fullCount = 0;
        for (int slot = free.length - 1; slot >= 0; slot--) {
            free[freeCount++] = slot;
        }
    }

    boolean hasFree() {
        return freeCount > 0;
    }

    boolean isIdle() {
        return freeCount == free.length;
    }

    /** The slot that {@link #take} will take. */
    int peekFree() {
        return free[freeCount - 1];
    }

    void take(long position) {
        positions[free[--freeCount]] = position;
    }

    void free(int slot) {
        free[freeCount++] = slot;
    }

    void fill(int slot) {
        full[(firstFull + fullCount++) % full.length] = slot;
    }

    boolean hasFull() {
        return fullCount > 0;
    }

    int firstFull() {
        return full[firstFull];
    }

    void removeFull() {
        firstFull = (firstFull + 1) % full.length;
        fullCount--;
    }

    long position(int slot) {
        return positions[slot];
    }
}
