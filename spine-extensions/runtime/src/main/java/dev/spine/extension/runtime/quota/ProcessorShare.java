package dev.spine.extension.runtime.quota;

import dev.spine.i2o.Bookkeeping;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Shares a card's processor among its instances: who takes long lets others go first.
 *
 * <p>A handler runs to completion, so one that takes a millisecond delays everybody by a millisecond. Nothing is held against an activation
 * of {@link #FREE_UNITS}; for each unit beyond, the instance rests {@link #REST_NS_PER_UNIT} as long as another instance of the card has
 * been active of late. A unit is about a nanosecond, but what the garbage collector, a stack trace or a cold cache takes is not in it; so
 * a live card also looks how long such an activation has taken, and lets the instance rest {@link #REST_NS_PER_NS} for each nanosecond. It
 * may have been the machine that stood still: beyond {@link #MAX_WALL_NS} only what the card's thread has had of a processor counts. That
 * is read at most each {@link #MARK_NS} before an activation, and after one that has taken so long: so up to as much of what others have
 * done may be counted with it, and never more than the activation has taken by the clock. Long activations so take at most half a percent
 * of the time of a card that others use, too few to be seen among the one percent of slowest messages of a neighbour, and all of the time
 * of a card that nobody else uses. The node's own instances are no neighbours of one another: who composes them knows what they are for,
 * and a filter before a router would be none the better for packets that are dropped while the router rests. What waits, waits as it does
 * when the fuel of a second is used up. Belongs to the card's agent.
 */
@Bookkeeping("quotas of extensions")
public final class ProcessorShare {
    /** Units that an activation takes without resting: some microseconds. */
    public static final int FREE_UNITS = 4_000;
    /** How long one unit more, which takes about a nanosecond, lets others go first. */
    static final long REST_NS_PER_UNIT = 200;
    /** How long one nanosecond of an activation beyond {@link #FREE_UNITS} lets others go first. */
    static final long REST_NS_PER_NS = 200;
    /** Beyond this an activation's time is that of the processor, not of the clock. */
    static final long MAX_WALL_NS = 2_500_000L;
    /** How old the last reading of the processor's time is at most when an activation begins. */
    static final long MARK_NS = 10_000_000L;
    /** How long after its last activation an instance still counts as one that uses the card. */
    static final long NEIGHBOUR_NS = 50_000_000L;

    private final LongSupplier clock;
    private final LongSupplier processor;
    /** The last reading of the processor's time, and the step in which it was read. */
    private long markedProcessorNs;
    private long markedNs = Long.MIN_VALUE;
    /** When the last activation of more than {@link #FREE_UNITS} has ended. */
    private long longEndedNs = Long.MIN_VALUE;
    /** Who has been active last, and who before that: an instance of a user, or all of the node together. */
    private @Nullable Object latest;
    private @Nullable Object other;
    private long latestNs;
    private long otherNs;

    /**
     * Nobody has been active yet.
     *
     * @param clock read in the middle of a step, after a long activation
     * @param processor nanoseconds that the card's thread has had a processor
     */
    public ProcessorShare(LongSupplier clock, LongSupplier processor) {
        this.clock = clock;
        this.processor = processor;
    }

    private void mark(long nowNs) {
        if (markedNs == Long.MIN_VALUE || nowNs - markedNs >= MARK_NS) {
            markedNs = nowNs;
            markedProcessorNs = processor.getAsLong();
        }
    }

    /** {@return how much of the time that an activation has taken is held against it} */
    private long counted(long tookNs) {
        return tookNs <= MAX_WALL_NS ? tookNs : Math.clamp(processor.getAsLong() - markedProcessorNs, MAX_WALL_NS, tookNs);
    }

    /** One instance's part in it. */
    @Bookkeeping("quotas of extensions")
    public final class Turn {
        private final Object party;
        private long restsUntilNs = Long.MIN_VALUE;
        private long beganNs = Long.MIN_VALUE;
        /** Whether an activation has taken long: the next ones are looked at from their beginning. */
        private boolean takesLong;

        private Turn(@Nullable Object party) {
            this.party = party == null ? this : party;
        }

        /** An activation begins. */
        public void begins() {
            if (takesLong) {
                beganNs = clock.getAsLong();
            }
        }

        /** {@return whether an activation may begin, as far as the others are concerned} */
        public boolean mayBegin(long nowNs) {
            mark(nowNs);
            return nowNs >= restsUntilNs || !hasNeighbour(nowNs);
        }

        /** {@return whether it does not rest, so that nobody has to be asked about the others} */
        public boolean isRested(long nowNs) {
            return nowNs >= restsUntilNs;
        }

        /** {@return when it has rested enough, whatever the others do} */
        public long restsUntilNs() {
            return restsUntilNs;
        }

        /** It rests as long as one of the same owner would have had to that is gone: a new instance begins with what that has left. */
        public void restUntil(long untilNs) {
            restsUntilNs = Math.max(restsUntilNs, untilNs);
        }

        /** An activation of the step that began at a time has used so much fuel. */
        public void ended(int units, long nowNs) {
            if (latest == party) {
                latestNs = nowNs;
            } else {
                other = latest;
                otherNs = latestNs;
                latest = party;
                latestNs = nowNs;
            }
            if (units > FREE_UNITS) {
                long clockNs = clock.getAsLong();
                // The first of an instance began after this step, and after any other long one of the same step; of the next ones it is
                // known, so that what others took in the same step, each only shortly, is not held against them again and again.
                long tookNs = clockNs - Math.max(Math.max(nowNs, longEndedNs), beganNs);
                longEndedNs = clockNs;
                takesLong = true;
                restsUntilNs = clockNs + Math.max((units - FREE_UNITS) * REST_NS_PER_UNIT, counted(tookNs) * REST_NS_PER_NS);
            }
        }

        private boolean hasNeighbour(long nowNs) {
            boolean isLatest = latest == party;
            return (isLatest ? other : latest) != null && nowNs - (isLatest ? otherNs : latestNs) < NEIGHBOUR_NS;
        }
    }

    /** {@return whether two instances have been active of late} */
    public boolean isShared(long nowNs) {
        return other != null && nowNs - otherNs < NEIGHBOUR_NS;
    }

    /** {@return the part of an instance for which every other one is a neighbour} */
    public Turn newTurn() {
        return new Turn(null);
    }

    /** {@return the part of an instance of the node itself} */
    public Turn newTurnOfNode() {
        return new Turn(this);
    }
}
