package dev.spine.iop.bus;

import dev.spine.i2o.unit.DeliveryList;
import org.jspecify.annotations.Nullable;

/**
 * One request to a DMA engine: a list of runs under at most one grant, with one completion.
 *
 * <p>Preallocated by its user and used again and again: {@link #clear}, {@link #add} runs, submit through the agent's context, find it
 * in its completion list with an {@link #outcome}. Between submission and completion it belongs to the DMA engine.
 */
public final class Transfer {
    /** How a transfer ended. */
    public enum Outcome {
        /** Not submitted, or on its way. */
        PENDING,
        /** Every byte was moved. */
        DONE,
        /** A run leaves every region: nothing was moved, or, when regions went away meanwhile, only what {@code bytesMoved} says. */
        OUT_OF_REGION,
        /** A run touches memory that the initiator has no right to: nothing was moved, or only what {@code bytesMoved} says. */
        NO_RIGHT,
        /** The grant was revoked: the remaining chunks were not moved. */
        REVOKED,
        /** Its user gave it up, or the bus agent was reset: the remaining chunks were not moved. */
        CANCELLED
    }

    private static final int SOURCE = 0;
    private static final int DESTINATION = 1;
    private static final int LENGTH = 2;
    private static final int RUN_WORDS = 3;

    /** Source, destination and length of each run side by side, so that a short list of runs is two cache lines. */
    private final long[] list;
    private final int maxRuns;
    private final DeliveryList<Transfer> completions;
    private int runs;
    private long grant;
    /** Who has named the sources, or the destinations, or null when the bus agent's own software has named all. */
    private @Nullable BusAgent namer;
    private boolean namesSources;
    private Outcome outcome = Outcome.PENDING;
    private long bytesMoved;
    private int nextRun;
    private int nextOffset;
    private @Nullable Object attachment;
    private long tag;
    private boolean inFlight;
    private boolean cancelled;
    /** The version of the bus at the last check of all runs. */
    private int checkedVersion;
    /** Which life of its DMA engine it belongs to. */
    private int life;

    /**
     * A transfer with room for a number of runs.
     *
     * @param maxRuns at least 1
     * @param completions where it arrives when it has ended; a list with room for every transfer that names it
     */
    public Transfer(int maxRuns, DeliveryList<Transfer> completions) {
        this.list = new long[RUN_WORDS * maxRuns];
        this.maxRuns = maxRuns;
        this.completions = completions;
    }

    /**
     * Empties the transfer for its next use.
     *
     * @throws IllegalStateException when it is on its way: wait for its completion
     */
    public Transfer clear() {
        checkAtHome();
        runs = 0;
        grant = GrantTable.NONE;
        namer = null;
        outcome = Outcome.PENDING;
        bytesMoved = 0;
        nextRun = 0;
        nextOffset = 0;
        cancelled = false;
        return this;
    }

    /**
     * Names the grant under which the initiator reaches memory that is not its own.
     *
     * @param token of {@link GrantTable#grant}, or {@link GrantTable#NONE}
     * @throws IllegalStateException when it is on its way
     */
    public Transfer under(long token) {
        checkAtHome();
        this.grant = token;
        return this;
    }

    /**
     * Says that another bus agent has named the sources, in a scatter-gather list: then that bus agent must have a right to read them, too.
     * Otherwise it could have memory read that only this card may read.
     *
     * @param initiator the bus agent that the list comes from
     * @throws IllegalStateException when it is on its way
     */
    public Transfer fromMemoryOf(BusAgent initiator) {
        checkAtHome();
        namer = initiator;
        namesSources = true;
        return this;
    }

    /**
     * Says that another bus agent has named the destinations, in a scatter-gather list: then that bus agent must have a right to write
     * them, too.
     *
     * @param initiator the bus agent that the list comes from
     * @throws IllegalStateException when it is on its way
     */
    public Transfer intoMemoryOf(BusAgent initiator) {
        checkAtHome();
        namer = initiator;
        namesSources = false;
        return this;
    }

    @Nullable BusAgent namer() {
        return namer;
    }

    boolean namesSources() {
        return namesSources;
    }

    /**
     * Adds a run. Runs are carried out in their order, each chunk of at most 64 KiB as if it were read as a whole before it is written;
     * that matters only to runs that overlap. Addresses and lengths may be anything: they are checked when the transfer is submitted.
     *
     * @param source bus address to read from
     * @param destination bus address to write to
     * @param bytes how many, at least 1
     * @return false when there is no room for a further run; nothing was changed
     * @throws IllegalStateException when it is on its way
     */
    public boolean add(long source, long destination, int bytes) {
        checkAtHome();
        int index = runs;
        if (index == maxRuns) {
            return false;
        }
        int at = RUN_WORDS * index;
        list[at + SOURCE] = source;
        list[at + DESTINATION] = destination;
        list[at + LENGTH] = bytes;
        runs = index + 1;
        return true;
    }

    /** {@return how many runs were added} */
    public int runs() {
        return runs;
    }

    /** {@return how many runs fit} */
    public int maxRuns() {
        return maxRuns;
    }

    /**
     * {@return the source address of a run}
     *
     * @param run 0 to runs - 1
     */
    public long source(int run) {
        return list[RUN_WORDS * run + SOURCE];
    }

    /**
     * {@return the destination address of a run}
     *
     * @param run 0 to runs - 1
     */
    public long destination(int run) {
        return list[RUN_WORDS * run + DESTINATION];
    }

    /**
     * {@return the bytes of a run}
     *
     * @param run 0 to runs - 1
     */
    public int length(int run) {
        return (int) list[RUN_WORDS * run + LENGTH];
    }

    /** {@return the grant's token, or {@link GrantTable#NONE}} */
    public long grant() {
        return grant;
    }

    /** {@return how it ended} */
    public Outcome outcome() {
        return outcome;
    }

    /** {@return bytes moved so far} */
    public long bytesMoved() {
        return bytesMoved;
    }

    /** {@return where it arrives when it has ended} */
    public DeliveryList<Transfer> completions() {
        return completions;
    }

    /** {@return what the user attached, for use at completion} */
    public @Nullable Object attachment() {
        return attachment;
    }

    /**
     * Attaches whatever the user needs at completion; survives {@link #clear}.
     *
     * @param object anything, or null
     */
    public void attach(@Nullable Object object) {
        this.attachment = object;
    }

    /** {@return the user's number} */
    public long tag() {
        return tag;
    }

    /**
     * Sets a number for the user's own purposes.
     *
     * @param number any
     */
    public void tag(long number) {
        this.tag = number;
    }

    private void checkAtHome() {
        if (inFlight) {
            throw new IllegalStateException(this + " is on its way: wait for its completion before changing or submitting it");
        }
    }

    /**
     * Gives it up: from now on no byte of it moves. It arrives in its completion list as usual, as {@link Outcome#CANCELLED} unless its
     * last byte had been moved. One that is prepared and submitted later comes back in the same way. On the thread of the agent that
     * submits it; without effect when it has ended.
     */
    public void cancel() {
        cancelled = inFlight || outcome == Outcome.PENDING;
    }

    /** Whether nothing of it may move any more, because of its user or because its engine has begun another life. */
    boolean isCancelled(int engineLife) {
        return cancelled || life != engineLife;
    }

    /** The DMA engine takes it over, from its first byte. */
    void depart(int engineLife) {
        checkAtHome();
        inFlight = true;
        life = engineLife;
        outcome = Outcome.PENDING;
        bytesMoved = 0;
        nextRun = 0;
        nextOffset = 0;
    }

    /** It was checked against the regions that the bus had then. */
    void checkedAt(int busVersion) {
        checkedVersion = busVersion;
    }

    int checkedVersion() {
        return checkedVersion;
    }

    int nextRun() {
        return nextRun;
    }

    int nextOffset() {
        return nextOffset;
    }

    void advanceTo(int run, int offset, int moved) {
        nextRun = run;
        nextOffset = offset;
        bytesMoved += moved;
    }

    void end(Outcome how) {
        outcome = how;
        inFlight = false;
    }

    @Override
    public String toString() {
        return "transfer of " + runs + " runs, " + outcome + ", " + bytesMoved + " bytes moved";
    }
}
