package dev.spine.host.nbd;

/**
 * What a client owes: the rest of a message that it has begun, or the reading of replies. It has a time for that, which begins anew
 * whenever it has paid, or has moved {@link #QUOTA_BYTES}: so a large transfer over a slow line goes on, and a client that sends or reads
 * a byte now and then does not hold memory forever. Host agent's thread only.
 */
final class Debt {
    /** How many bytes are a sign of life. */
    static final int QUOTA_BYTES = 64 * 1024;

    private long sinceNs;
    private long moved;

    Debt(long nowNs) {
        sinceNs = nowNs;
    }

    /** Nothing is owed. */
    void paid(long nowNs) {
        sinceNs = nowNs;
        moved = 0;
    }

    /** Some of it has been moved. */
    void moved(long bytes, long nowNs) {
        moved += bytes;
        if (moved >= QUOTA_BYTES) {
            paid(nowNs);
        }
    }

    /** {@return whether it has been owed for too long} */
    boolean isOverdue(long nowNs, long limitNs) {
        return nowNs - sinceNs >= limitNs;
    }
}
