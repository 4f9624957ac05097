package dev.spine.host.lan;

/**
 * Who has which bucket: the OSM (free), the port (posted), or the application (held).
 *
 * <pre>
 *  31                 12 11        0
 * +---------------------+-----------+
 * | generation          | index     |   a token; also the bucket's context on the port
 * +---------------------+-----------+
 * </pre>
 *
 * <p>The generation rises when a bucket becomes free. Host agent's thread; allocates nothing after it was made.
 */
final class BucketPool {
    /** The most buckets that a token can tell apart. */
    static final int MAX_BUCKETS = 4095;
    /** What {@link #posted} returns for a token that names no posted bucket. */
    static final int NONE = -1;

    private static final int INDEX_BITS = 12;
    private static final int INDEX_MASK = (1 << INDEX_BITS) - 1;
    private static final byte FREE = 0;
    private static final byte POSTED = 1;
    private static final byte HELD = 2;

    private final byte[] states;
    private final int[] generations;
    private final int[] free;
    private int freeCount;
    private int postedCount;

    BucketPool(int buckets) {
        this.states = new byte[buckets];
        this.generations = new int[buckets];
        this.free = new int[buckets];
        // The first buckets are used first.
        for (int i = buckets - 1; i >= 0; i--) {
            free[freeCount++] = i;
        }
    }

    int freeBuckets() {
        return freeCount;
    }

    int postedBuckets() {
        return postedCount;
    }

    int heldBuckets() {
        return states.length - freeCount - postedCount;
    }

    /** Takes a free bucket to be posted; there is one. */
    int post() {
        int index = free[--freeCount];
        states[index] = POSTED;
        postedCount++;
        return index;
    }

    int token(int index) {
        return generations[index] << INDEX_BITS | index;
    }

    /** The index in a token. */
    int index(int token) {
        return token & INDEX_MASK;
    }

    /** The index of the posted bucket that a token names, or {@link #NONE}. */
    int posted(int token) {
        int index = token & INDEX_MASK;
        return index < states.length && states[index] == POSTED && token(index) == token ? index : NONE;
    }

    /** A posted bucket has come back with a packet for the application. */
    void hold(int index) {
        states[index] = HELD;
        postedCount--;
    }

    /** A posted bucket has come back without one. */
    void returnEmpty(int index) {
        postedCount--;
        free(index);
    }

    /** Takes a bucket back from the application; false when the token names none that it holds. */
    boolean release(int token) {
        int index = token & INDEX_MASK;
        if (index >= states.length || states[index] != HELD || token(index) != token) {
            return false;
        }
        free(index);
        return true;
    }

    /** Takes back every posted bucket, when the port has none any more; returns how many. */
    int reclaimPosted() {
        int reclaimed = 0;
        for (int i = 0; i < states.length; i++) {
            if (states[i] == POSTED) {
                returnEmpty(i);
                reclaimed++;
            }
        }
        return reclaimed;
    }

    private void free(int index) {
        states[index] = FREE;
        generations[index]++;
        free[freeCount++] = index;
    }
}
