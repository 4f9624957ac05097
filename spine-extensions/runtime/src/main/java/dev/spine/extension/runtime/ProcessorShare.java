package dev.spine.extension.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Shares a card's processor among its instances: who takes long lets others go first.
 *
 * <p>A handler runs to completion, so one that takes a millisecond delays everybody by a millisecond. Nothing is held against an activation
 * of {@link #FREE_UNITS}; for each unit beyond, the instance rests {@link #REST_NS_PER_UNIT} as long as another instance of the card has
 * been active of late. Long activations so take at most half a percent of the time of a card that others use, too few to be seen among the
 * one percent of slowest messages of a neighbour, and all of the time of a card that nobody else uses. What waits, waits as it does when
 * the fuel of a second is used up. Belongs to the card's agent.
 */
final class ProcessorShare {
    /** Units that an activation takes without resting: some microseconds. */
    static final int FREE_UNITS = 4_000;
    /** How long one unit more, which takes about a nanosecond, lets others go first. */
    static final long REST_NS_PER_UNIT = 200;
    /** How long after its last activation an instance still counts as one that uses the card. */
    static final long NEIGHBOUR_NS = 50_000_000L;

    private @Nullable Turn latest;
    private @Nullable Turn other;
    private long latestNs;
    private long otherNs;

    /** One instance's part in it. */
    final class Turn {
        private long restsUntilNs = Long.MIN_VALUE;

        /** {@return whether an activation may begin, as far as the others are concerned} */
        boolean mayBegin(long nowNs) {
            return nowNs >= restsUntilNs || !hasNeighbour(nowNs);
        }

        /** {@return whether it does not rest, so that nobody has to be asked about the others} */
        boolean isRested(long nowNs) {
            return nowNs >= restsUntilNs;
        }

        /** {@return when it has rested enough, whatever the others do} */
        long restsUntilNs() {
            return restsUntilNs;
        }

        /** An activation that began at a time has used so much fuel. */
        void ended(int units, long nowNs) {
            if (latest == this) {
                latestNs = nowNs;
            } else {
                other = latest;
                otherNs = latestNs;
                latest = this;
                latestNs = nowNs;
            }
            if (units > FREE_UNITS) {
                restsUntilNs = nowNs + (units - FREE_UNITS) * REST_NS_PER_UNIT;
            }
        }

        private boolean hasNeighbour(long nowNs) {
            boolean isLatest = latest == this;
            return (isLatest ? other : latest) != null && nowNs - (isLatest ? otherNs : latestNs) < NEIGHBOUR_NS;
        }
    }

    Turn newTurn() {
        return new Turn();
    }
}
