package dev.spine.extension.services.shaping;

/**
 * How much may go now: a bucket of so many bytes, into which a rate flows. Exact: bits and nanoseconds are multiplied and never rounded, so
 * in any time of t seconds no more than burst + rate · t can go. Belongs to the card's agent thread.
 */
public final class TokenBucket {
    /** The highest rate, in bits a second. */
    public static final long MAX_RATE = 400_000_000_000L;
    /** The largest burst, in bytes. */
    public static final long MAX_BURST = 16_000_000L;

    private static final long BYTE = 8_000_000_000L;

    private final long rate;
    private final long room;
    /** In billionths of a bit. */
    private long content;
    private long lastNs;

    /**
     * A full bucket.
     *
     * @param bitsPerSecond 1 to {@link #MAX_RATE}
     * @param burstBytes 1 to {@link #MAX_BURST}
     * @param nowNs the time
     */
    public TokenBucket(long bitsPerSecond, long burstBytes, long nowNs) {
        if (bitsPerSecond < 1 || bitsPerSecond > MAX_RATE || burstBytes < 1 || burstBytes > MAX_BURST) {
            throw new IllegalArgumentException("a rate is 1 to " + MAX_RATE + " bit/s and a burst 1 to " + MAX_BURST + " bytes, not "
                + bitsPerSecond + " and " + burstBytes);
        }
        this.rate = bitsPerSecond;
        this.room = burstBytes * BYTE;
        this.content = room;
        this.lastNs = nowNs;
    }

    private void fill(long nowNs) {
        long elapsed = nowNs - lastNs;
        if (elapsed <= 0) {
            return;
        }
        lastNs = nowNs;
        content = elapsed > (room - content) / rate ? room : content + elapsed * rate;
    }

    /**
     * {@return how long it takes until so many bytes may go, in nanoseconds; 0 when they may now} Of more bytes than the bucket has room
     * for until it is full.
     *
     * @param bytes at least 0
     * @param nowNs the time
     */
    public long waitNs(int bytes, long nowNs) {
        fill(nowNs);
        long missing = Math.min(bytes * BYTE, room) - content;
        return missing <= 0 ? 0 : (missing + rate - 1) / rate;
    }

    /**
     * Takes bytes out, if so many may go now.
     *
     * @param bytes at least 0
     * @param nowNs the time
     * @return whether they may; otherwise nothing was taken
     */
    public boolean take(int bytes, long nowNs) {
        fill(nowNs);
        if (content < bytes * BYTE) {
            return false;
        }
        content -= bytes * BYTE;
        return true;
    }
}
