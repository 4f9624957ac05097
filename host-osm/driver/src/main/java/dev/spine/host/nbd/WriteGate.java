package dev.spine.host.nbd;

/**
 * Keeps whole-block writes of all connections away from a block that is being changed in part: a block is read, changed and written back,
 * and a write that came in between would be lost. Partial writes are rare, so they have the whole device for themselves. Host agent's
 * thread only.
 */
final class WriteGate {
    private int writing;
    private int wanting;
    private boolean exclusive;

    /** Admits a write of whole blocks. */
    boolean enter() {
        if (exclusive || wanting > 0) {
            return false;
        }
        writing++;
        return true;
    }

    void leave() {
        writing--;
    }

    /** Admits a partial write; until then it keeps others out if it {@link #want wants} to. */
    boolean enterAlone() {
        if (exclusive || writing > 0) {
            return false;
        }
        exclusive = true;
        return true;
    }

    void leaveAlone() {
        exclusive = false;
    }

    /** A partial write waits: no further write is admitted. */
    void want() {
        wanting++;
    }

    /** What {@link #want} began has ended. */
    void unwant() {
        wanting--;
    }
}
