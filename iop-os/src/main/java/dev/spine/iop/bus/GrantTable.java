package dev.spine.iop.bus;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The grants of a bus: each lets one bus agent read or write a rectangle of one region until it is revoked.
 *
 * <p>A grant is named by a token: index in the low 32 bits, generation in the high 32 bits. Revoking raises the generation, so an old
 * token never works again. A linear range is a rectangle of one line.
 *
 * <p>Each bus agent has a part of the table of its own: granting and revoking a region is done by the agent of the bus agent that owns it,
 * without a lock and without allocating. Checks run on the initiator's thread and read the generation before and after what it guards;
 * tokens that are old, made up or under change are refused.
 */
public final class GrantTable {
    /** The token of a transfer that needs no grant. */
    public static final long NONE = 0;
    /** How many grants of one bus agent can exist at one time. */
    public static final int GRANTS_PER_BUS_AGENT = 4096;

    private static final VarHandle GENERATION = MethodHandles.arrayElementVarHandle(int[].class);

    private final Part[] parts;

    /**
     * An empty table.
     *
     * @param busAgentCount how many bus agents the bus joins
     */
    GrantTable(int busAgentCount) {
        parts = new Part[busAgentCount];
        for (int i = 0; i < busAgentCount; i++) {
            parts[i] = new Part();
        }
    }

    /** The grants of one bus agent. Everything is written by that bus agent's agent; the generation publishes the rest. */
    private static final class Part {
        /** Odd while the grant exists. */
        final int[] generations = new int[GRANTS_PER_BUS_AGENT];
        final @Nullable Region[] regions = new Region[GRANTS_PER_BUS_AGENT];
        final long[] bases = new long[GRANTS_PER_BUS_AGENT];
        final long[] strides = new long[GRANTS_PER_BUS_AGENT];
        final long[] lineBytes = new long[GRANTS_PER_BUS_AGENT];
        final int[] lines = new int[GRANTS_PER_BUS_AGENT];
        final int[] holders = new int[GRANTS_PER_BUS_AGENT];
        final boolean[] writable = new boolean[GRANTS_PER_BUS_AGENT];
        /** A ring of free indices, so that an index rests as long as possible before it is used again. */
        final int[] free = new int[GRANTS_PER_BUS_AGENT];
        int firstFree;
        int live;

        Part() {
            for (int i = 0; i < GRANTS_PER_BUS_AGENT; i++) {
                free[i] = i;
            }
        }

        int takeFree() {
            int index = free[firstFree];
            firstFree = (firstFree + 1) % GRANTS_PER_BUS_AGENT;
            live++;
            return index;
        }

        void giveFree(int index) {
            live--;
            free[(firstFree + GRANTS_PER_BUS_AGENT - 1 - live) % GRANTS_PER_BUS_AGENT] = index;
        }
    }

    /**
     * Grants a rectangle of {@code region} to a bus agent. Called by the agent of the region's owner.
     *
     * @param region memory of the granting bus agent
     * @param offset byte offset of the first line in the region
     * @param strideBytes distance between the starts of lines, at least {@code lineBytes}
     * @param lineBytes bytes of a line that may be used, at least 1
     * @param lines how many lines, at least 1
     * @param holder the only bus agent that may use the grant
     * @param writable whether it may write; reading is always included
     * @return the token
     * @throws IllegalArgumentException when the rectangle does not lie in the region
     * @throws IllegalStateException when the bus agent has {@link #GRANTS_PER_BUS_AGENT} grants: revoke some
     */
    public long grant(Region region, long offset, long strideBytes, long lineBytes, int lines, BusAgent holder, boolean writable) {
        if (!fits(region, offset, strideBytes, lineBytes, lines)) {
            throw new IllegalArgumentException("a grant of " + lines + " lines of " + lineBytes + " bytes every " + strideBytes
                + " from offset " + offset + " does not lie in region '" + region.name() + "'");
        }
        int busAgentId = region.owner().id();
        Part part = parts[busAgentId];
        if (part.live == GRANTS_PER_BUS_AGENT) {
            throw new IllegalStateException("all " + GRANTS_PER_BUS_AGENT + " grants of '" + region.owner().name()
                + "' are in use: revoke those that are not needed");
        }
        int index = part.takeFree();
        // Lines without gaps are one line, so that a run may cover several of them.
        boolean seamless = strideBytes == lineBytes;
        part.regions[index] = region;
        part.bases[index] = region.base() + offset;
        part.strides[index] = strideBytes;
        part.lineBytes[index] = seamless ? lineBytes * lines : lineBytes;
        part.lines[index] = seamless ? 1 : lines;
        part.holders[index] = holder.id();
        part.writable[index] = writable;
        int generation = part.generations[index] + 1;
        GENERATION.setRelease(part.generations, index, generation);
        return (long) generation << 32 | (busAgentId * GRANTS_PER_BUS_AGENT + index);
    }

    private static boolean fits(Region region, long offset, long strideBytes, long lineBytes, int lines) {
        if (offset < 0 || lineBytes < 1 || lines < 1 || strideBytes < lineBytes || offset > region.length()
            || lineBytes > region.length() - offset) {
            return false;
        }
        // Divided, not multiplied: the stride may be any long.
        return lines - 1 <= (region.length() - offset - lineBytes) / strideBytes;
    }

    /**
     * Ends a grant: from now on every check of its token fails. Bytes of a chunk that was checked before may still land until a
     * {@code RevocationFence} that begins after this has passed. Called by the agent of the region's owner.
     *
     * @param token what {@link #grant} returned
     * @return false when the token is not valid (any more); nothing was changed
     */
    public boolean revoke(long token) {
        if (!isValid(token)) {
            return false;
        }
        Part part = parts[(int) token / GRANTS_PER_BUS_AGENT];
        int index = (int) token % GRANTS_PER_BUS_AGENT;
        GENERATION.setRelease(part.generations, index, part.generations[index] + 1);
        // What the next grant writes here must not be seen under this one's generation.
        VarHandle.storeStoreFence();
        part.giveFree(index);
        return true;
    }

    /**
     * Ends every grant of a region, as before its memory moves or goes away. Called by the agent of the region's owner; walks the
     * owner's part of the table.
     *
     * @return how many grants ended
     */
    public int revokeAll(Region region) {
        int busAgentId = region.owner().id();
        Part part = parts[busAgentId];
        int revoked = 0;
        for (int index = 0; index < GRANTS_PER_BUS_AGENT; index++) {
            int generation = part.generations[index];
            if ((generation & 1) == 1 && isSame(part.regions[index], region)) {
                revoke((long) generation << 32 | (busAgentId * GRANTS_PER_BUS_AGENT + index));
                revoked++;
            }
        }
        return revoked;
    }

    /**
     * Ends every grant that a bus agent has given. Called by the bus agent's agent; walks its part of the table.
     *
     * @param owner the bus agent
     * @return how many grants ended
     */
    public int revokeAll(BusAgent owner) {
        int busAgentId = owner.id();
        Part part = parts[busAgentId];
        int revoked = 0;
        for (int index = 0; index < GRANTS_PER_BUS_AGENT; index++) {
            long generation = part.generations[index];
            revoked += revoke(generation << 32 | (busAgentId * GRANTS_PER_BUS_AGENT + index)) ? 1 : 0;
        }
        return revoked;
    }

    /**
     * {@return whether a token names a grant that exists; any thread}
     *
     * @param token a token, possibly made up
     */
    public boolean isValid(long token) {
        int number = (int) token;
        if (number < 0 || number >= parts.length * GRANTS_PER_BUS_AGENT) {
            return false;
        }
        int generation = (int) (token >>> 32);
        return (generation & 1) == 1
            && generation == (int) GENERATION.getAcquire(parts[number / GRANTS_PER_BUS_AGENT].generations, number % GRANTS_PER_BUS_AGENT);
    }

    /** {@return how many grants exist; exact only while no agent runs} */
    public int liveGrants() {
        int live = 0;
        for (Part part : parts) {
            live += part.live;
        }
        return live;
    }

    /**
     * Copies a grant for the bus agent that may use it. A row that changes meanwhile, and a token that is old or made up, leave nothing.
     *
     * @param token the transfer's token, possibly made up
     * @param copy takes it over
     */
    void read(long token, HeldGrant copy) {
        if (!isValid(token)) {
            return;
        }
        Part part = parts[(int) token / GRANTS_PER_BUS_AGENT];
        int index = (int) token % GRANTS_PER_BUS_AGENT;
        copy.set(part.generations, index, (int) (token >>> 32));
        copy.set(part.holders[index] == copy.busAgent().id() ? part.regions[index] : null, part.writable[index], part.bases[index],
            part.strides[index], part.lineBytes[index], part.lines[index]);
        VarHandle.acquireFence();
        if (!isValid(token)) {
            copy.set(null, false, 0, 0, 0, 0);
        }
    }

    /** {@return the present generation of a row, before everything that is read after it; any thread} */
    static int generation(int[] generations, int index) {
        return (int) GENERATION.getAcquire(generations, index);
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(@Nullable Region one, Region other) {
        return one == other;
    }
}
