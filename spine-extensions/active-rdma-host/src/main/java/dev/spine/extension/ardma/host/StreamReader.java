package dev.spine.extension.ardma.host;

/**
 * Reads what a run emits. While it reads, the run on the server waits for room, and so does every other run of this client there: a reader
 * does not call routines of the same server. Called by the thread that asked.
 */
@FunctionalInterface
public interface StreamReader {
    /** Wants nothing of it. */
    StreamReader NOTHING = piece -> {
        // It is dropped.
    };

    /**
     * Reads a piece, in the thread that called the routine.
     *
     * @param piece the next bytes, at least one
     */
    void read(byte[] piece);
}
