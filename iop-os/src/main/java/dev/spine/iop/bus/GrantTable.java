package dev.spine.iop.bus;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The grants of a bus: each lets one box read or write a rectangle of one region until it is revoked.
 *
 * <p>A grant is named by a token: index in the low 32 bits, generation in the high 32 bits. Revoking raises the generation, so an old
 * token never works again. A linear range is a rectangle of one line. Making and revoking is done by the owner's agent; checks run on
 * the initiator's thread, one look per chunk.
 */
public final class GrantTable {
    /** The token of a transfer that needs no grant. */
    public static final long NONE = 0;

    private static final int CAPACITY = 4096;
    private static final VarHandle GENERATION = MethodHandles.arrayElementVarHandle(int[].class);

    /** What a grant covers; published by the release store of its generation. */
    private record Rectangle(Region region, long base, long strideBytes, long lineBytes, int lines, int holderId, boolean writable) {}

    private final int[] generations = new int[CAPACITY];
    private final @Nullable Rectangle[] rectangles = new Rectangle[CAPACITY];
    private int next;
    private int live;

    /**
     * Grants a rectangle of {@code region} to a box.
     *
     * @param region memory of the granting box
     * @param offset byte offset of the first line in the region
     * @param strideBytes distance between the starts of lines, at least {@code lineBytes}
     * @param lineBytes bytes of a line that may be used, at least 1
     * @param lines how many lines, at least 1
     * @param holder the only box that may use the grant
     * @param writable whether it may write; reading is always included
     * @return the token
     * @throws IllegalArgumentException when the rectangle does not lie in the region
     * @throws IllegalStateException when 4,096 grants exist: revoke some
     */
    public synchronized long grant(Region region, long offset, long strideBytes, long lineBytes, int lines, Box holder, boolean writable) {
        if (offset < 0 || lineBytes < 1 || lines < 1 || strideBytes < lineBytes
            || offset + strideBytes * (lines - 1) + lineBytes > region.length()) {
            throw new IllegalArgumentException("a grant of " + lines + " lines of " + lineBytes + " bytes every " + strideBytes
                + " from offset " + offset + " does not lie in region '" + region.name() + "'");
        }
        for (int tried = 0; tried < CAPACITY; tried++) {
            int index = next;
            next = (next + 1) % CAPACITY;
            if (rectangles[index] == null) {
                rectangles[index] = new Rectangle(region, region.base() + offset, strideBytes, lineBytes, lines, holder.id(), writable);
                int generation = generations[index] + 1;
                GENERATION.setRelease(generations, index, generation);
                live++;
                return (long) generation << 32 | index;
            }
        }
        throw new IllegalStateException("all " + CAPACITY + " grants are in use: revoke those that are not needed");
    }

    /**
     * Ends a grant: from now on every check of its token fails. Bytes of a chunk that was checked before may still land until the
     * fence of the engine has passed.
     *
     * @param token what {@link #grant} returned
     * @return false when the token is not valid (any more); nothing was changed
     */
    public synchronized boolean revoke(long token) {
        int index = (int) token;
        if (!isValid(token)) {
            return false;
        }
        GENERATION.setRelease(generations, index, generations[index] + 1);
        VarHandle.fullFence();
        rectangles[index] = null;
        live--;
        return true;
    }

    /**
     * {@return whether a token names a grant that exists}
     *
     * @param token a token, possibly made up
     */
    public boolean isValid(long token) {
        int index = (int) token;
        // Generations of existing grants are odd; revoking makes them even.
        return index >= 0 && index < CAPACITY && (int) (token >>> 32) == (int) GENERATION.getAcquire(generations, index)
            && (token >>> 32 & 1) == 1;
    }

    /** {@return how many grants exist} */
    public synchronized int liveGrants() {
        return live;
    }

    /**
     * {@return whether {@code box} may use a range under a token}
     *
     * @param token the transfer's token
     * @param box the initiator
     * @param address first bus address of the run
     * @param bytes its length, at least 1
     * @param write whether the run writes there
     */
    boolean covers(long token, Box box, long address, int bytes, boolean write) {
        if (!isValid(token)) {
            return false;
        }
        Rectangle r = rectangles[(int) token];
        if (r == null || r.holderId != box.id() || (write && !r.writable)) {
            return false;
        }
        long delta = address - r.base;
        if (delta < 0) {
            return false;
        }
        if (delta + bytes <= r.lineBytes) {
            return true;
        }
        long line = delta / r.strideBytes;
        return line < r.lines && delta - line * r.strideBytes + bytes <= r.lineBytes;
    }

    /**
     * {@return the region of a valid token, or null}
     *
     * @param token the transfer's token
     */
    @Nullable Region regionOf(long token) {
        Rectangle r = isValid(token) ? rectangles[(int) token] : null;
        return r == null ? null : r.region;
    }
}
