package dev.spine.extension.runtime.quota;

import dev.spine.i2o.Bookkeeping;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is used of each quota, by one instance or by all of one owner: an instance's ledger enters everything in its owner's as well, and
 * nothing is granted that either of the two has no room for. Allocates nothing after it was made. Belongs to the card's agent.
 */
@Bookkeeping("quotas of extensions")
public final class QuotaLedger {
    private static final long SECOND_NS = 1_000_000_000L;

    /** What is known of one quota. */
    @Bookkeeping("quotas of extensions")
    public static final class Line {
        private long used;
        private long limit = QuotaUse.UNLIMITED;
        private long refused;
        /** The most that was used; of a rate, the second that runs is not in it yet. */
        private long peak;

        /** {@return whether nothing is left, so that no activation may begin} */
        public boolean isUsedUp() {
            return used >= limit;
        }

        /** Enters what an activation has used of a rate, of which the {@link #peak} is noted when its second is over. */
        public void enter(int units) {
            used += units;
        }
    }

    private final @Nullable QuotaLedger owner;
    private final Line[] lines = new Line[Quota.count()];
    /** The two that every activation needs; without an owner the second is nobody's. */
    private final Line fuel;
    private final Line ownersFuel;
    /** The two that are used up by activations that allocate. */
    private final Line allocation;
    private final Line ownersAllocation;
    private long secondBegins = Long.MAX_VALUE;
    private long secondEnds = Long.MIN_VALUE;

    /** A ledger without limits. */
    public QuotaLedger(@Nullable QuotaLedger owner) {
        this.owner = owner;
        Arrays.setAll(lines, index -> new Line());
        this.fuel = line(Quota.FUEL_PER_SECOND);
        this.ownersFuel = owner == null ? new Line() : owner.fuel;
        this.allocation = line(Quota.ALLOCATION_PER_SECOND);
        this.ownersAllocation = owner == null ? new Line() : owner.allocation;
    }

    private Line line(Quota quota) {
        return lines[quota.ordinal()];
    }

    /**
     * Sets a limit.
     *
     * @param quota of what
     * @param limit how much may be used, in the quota's unit
     * @return this
     */
    public QuotaLedger limit(Quota quota, long limit) {
        line(quota).limit = limit;
        return this;
    }

    long limit(Quota quota) {
        return line(quota).limit;
    }

    /** {@return what is in use} */
    public long used(Quota quota) {
        return line(quota).used;
    }

    long refused(Quota quota) {
        return line(quota).refused;
    }

    // --- quotas of what is held

    /** Takes from a quota, here and at the owner; false, and counted where it was lacking, when either has no room for it. */
    public boolean take(Quota quota, long amount) {
        Line line = line(quota);
        QuotaLedger above = owner;
        if (line.used + amount > line.limit) {
            line.refused++;
            return false;
        }
        if (above != null && !above.take(quota, amount)) {
            return false;
        }
        enter(line, amount);
        return true;
    }

    /** {@return whether both limits have room for so much when nothing else is held} */
    public boolean couldEverTake(Quota quota, long amount) {
        QuotaLedger above = owner;
        return amount <= line(quota).limit && (above == null || above.couldEverTake(quota, amount));
    }

    /** Enters what is used without asking, here and at the owner; negative amounts give back. */
    public void enterEverywhere(Quota quota, long amount) {
        enter(line(quota), amount);
        QuotaLedger above = owner;
        if (above != null) {
            enter(above.line(quota), amount);
        }
    }

    /** Gives back what was taken. */
    public void give(Quota quota, long amount) {
        enterEverywhere(quota, -amount);
    }

    /** Gives back whatever is held of a quota. */
    public void giveAll(Quota quota) {
        give(quota, used(quota));
    }

    /** Sets what is held of a quota that is measured and not taken. */
    void measured(Quota quota, long amount) {
        enterEverywhere(quota, amount - used(quota));
    }

    private static void enter(Line line, long amount) {
        line.used += amount;
        if (line.used > line.peak) {
            line.peak = line.used;
        }
    }

    /** {@return whether the owner's extensions hold more of a quota than they may together} */
    public boolean ownerExceeds(Quota quota) {
        QuotaLedger above = owner;
        return above != null && above.used(quota) > above.limit(quota);
    }

    /** Counts a request that was refused. */
    public void countRefused(Quota quota) {
        line(quota).refused++;
    }

    /**
     * {@return whether the owner may have one more of something that all owners share}: one with limits has at most as much as is left for
     * others, so that there is always some left for the next one.
     *
     * @param quota of what, counted at the owner
     * @param left how much is left for all
     */
    public boolean leavesSome(Quota quota, int left) {
        QuotaLedger above = owner;
        return above == null || above.line(quota).limit == QuotaUse.UNLIMITED || above.line(quota).used < Math.max(1, left);
    }

    // --- quotas of rates

    /** {@return whether something that uses a rate may begin in this second; if not, it is counted where the rate is used up} */
    public boolean mayBegin(Quota rate, long nowNs) {
        Line line = line(rate);
        roll(nowNs);
        if (line.isUsedUp()) {
            line.refused++;
            return false;
        }
        QuotaLedger above = owner;
        return above == null || above.mayBegin(rate, nowNs);
    }

    /** As {@link #mayBegin} for fuel and allocation, in few steps: every activation asks. */
    boolean mayBeginActivation(long nowNs) {
        return hasFuel(nowNs) || mayBegin(Quota.FUEL_PER_SECOND, nowNs) && mayBegin(Quota.ALLOCATION_PER_SECOND, nowNs);
    }

    /**
     * {@return whether the second that runs has fuel and bytes to allocate left, here and at the owner}; {@link #mayBegin} may begin
     * another one.
     */
    public boolean hasFuel(long nowNs) {
        // The second of the owner began when this ledger's did, if not before: no look at it.
        return Long.compareUnsigned(nowNs - secondBegins, SECOND_NS) < 0 && !fuel.isUsedUp() && !ownersFuel.isUsedUp()
            && !allocation.isUsedUp() && !ownersAllocation.isUsedUp();
    }

    /** Enters the fuel of an activation, here and at the owner. */
    void enterFuel(int units) {
        fuel.enter(units);
        ownersFuel.enter(units);
    }

    /** {@return the fuel of a second} */
    public Line fuel() {
        return fuel;
    }

    /** {@return the fuel that all instances of the owner have in a second} */
    public Line ownersFuel() {
        return ownersFuel;
    }

    /** {@return whether nothing was used of any rate in the second that runs} */
    boolean isSecondOver(long nowNs) {
        return nowNs >= secondEnds || nowNs < secondBegins;
    }

    private void roll(long nowNs) {
        if (isSecondOver(nowNs)) {
            begin(nowNs);
        }
    }

    private void begin(long nowNs) {
        QuotaLedger above = owner;
        if (above != null) {
            above.roll(nowNs);
        }
        secondBegins = Math.floorDiv(nowNs, SECOND_NS) * SECOND_NS;
        secondEnds = secondBegins + SECOND_NS;
        for (int index = 0; index < lines.length; index++) {
            if (Quota.at(index).isRate()) {
                Line line = lines[index];
                line.peak = Math.max(line.peak, line.used);
                line.used = 0;
            }
        }
    }

    /** Adds use and limits to a report. */
    public void report(ReportLines report) {
        for (int index = 0; index < lines.length; index++) {
            Line line = lines[index];
            report.add("quota", new QuotaUse(Quota.at(index), line.used, line.limit, line.refused, Math.max(line.peak, line.used)).text());
        }
    }
}
