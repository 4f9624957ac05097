package dev.spine.host.nbd;

/**
 * Room for replies with data, given out one after the other within chunks, so that replies that follow each other lie side by side and one
 * system call sends them. Host agent's thread only.
 */
final class ReplyArea {
    private final ConnectionMemory memory;
    private int chunk = ConnectionMemory.NONE;
    private int next;

    ReplyArea(ConnectionMemory memory) {
        this.memory = memory;
    }

    /**
     * Gives out room and holds its chunk once.
     *
     * @param bytes at most {@link NbdSettings#CHUNK_BYTES}
     * @param reserve how many chunks must stay free
     * @return the position, or {@link ConnectionMemory#NONE}
     */
    int take(int bytes, int reserve) {
        if (isUnused()) {
            // Nobody uses it any more: begin again where the processor's caches still know it.
            next = chunk;
        }
        if (chunk == ConnectionMemory.NONE || chunk + NbdSettings.CHUNK_BYTES - next < bytes) {
            int fresh = memory.take(reserve);
            if (fresh == ConnectionMemory.NONE) {
                return fresh;
            }
            if (chunk != ConnectionMemory.NONE) {
                memory.release(chunk);
            }
            chunk = fresh;
            next = fresh;
        }
        int position = next;
        next += bytes;
        memory.hold(chunk);
        return position;
    }

    /** {@return whether the chunk at hand is empty, so that room is there without another one} */
    boolean isUnused() {
        return chunk != ConnectionMemory.NONE && memory.isHeldOnce(chunk);
    }

    /** Takes back what {@link #take} just gave out. */
    void putBack(int position) {
        next = position;
        memory.release(position);
    }
}
