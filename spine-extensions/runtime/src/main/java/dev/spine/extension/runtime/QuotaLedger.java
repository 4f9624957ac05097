package dev.spine.extension.runtime;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is used of each quota, by one instance or by all of one owner: an instance's ledger enters everything in its owner's as well, and
 * nothing is granted that either of the two has no room for. Allocates nothing after it was made. Belongs to the card's agent.
 */
final class QuotaLedger {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int FUEL = Quota.FUEL_PER_SECOND.ordinal();

    private final @Nullable QuotaLedger owner;
    private final long[] used = new long[Quota.count()];
    private final long[] limits = new long[Quota.count()];
    private final long[] refused = new long[Quota.count()];
    /** The most that was used; of rates, the second that runs is not in it yet. */
    private final long[] peaks = new long[Quota.count()];
    private long secondBegins = Long.MAX_VALUE;
    private long secondEnds = Long.MIN_VALUE;

    /** A ledger without limits. */
    QuotaLedger(@Nullable QuotaLedger owner) {
        this.owner = owner;
        Arrays.fill(limits, QuotaUse.UNLIMITED);
    }

    QuotaLedger limit(Quota quota, long limit) {
        limits[quota.ordinal()] = limit;
        return this;
    }

    long limit(Quota quota) {
        return limits[quota.ordinal()];
    }

    long used(Quota quota) {
        return used[quota.ordinal()];
    }

    long refused(Quota quota) {
        return refused[quota.ordinal()];
    }

    // --- quotas of what is held

    /** Takes from a quota, here and at the owner; false, and counted where it was lacking, when either has no room for it. */
    boolean take(Quota quota, long amount) {
        int index = quota.ordinal();
        QuotaLedger above = owner;
        if (used[index] + amount > limits[index]) {
            refused[index]++;
            return false;
        }
        if (above != null && !above.take(quota, amount)) {
            return false;
        }
        enter(index, amount);
        return true;
    }

    /** Enters what is used without asking, here and at the owner; negative amounts give back. */
    void enterEverywhere(Quota quota, long amount) {
        enter(quota.ordinal(), amount);
        QuotaLedger above = owner;
        if (above != null) {
            above.enter(quota.ordinal(), amount);
        }
    }

    void give(Quota quota, long amount) {
        enterEverywhere(quota, -amount);
    }

    /** Gives back whatever is held of a quota. */
    void giveAll(Quota quota) {
        give(quota, used(quota));
    }

    /** Sets what is held of a quota that is measured and not taken. */
    void measured(Quota quota, long amount) {
        enterEverywhere(quota, amount - used(quota));
    }

    private void enter(int index, long amount) {
        long now = used[index] + amount;
        used[index] = now;
        if (now > peaks[index]) {
            peaks[index] = now;
        }
    }

    /** {@return whether the owner's extensions hold more of a quota than they may together} */
    boolean ownerExceeds(Quota quota) {
        QuotaLedger above = owner;
        return above != null && above.used(quota) > above.limit(quota);
    }

    void countRefused(Quota quota) {
        refused[quota.ordinal()]++;
    }

    // --- quotas of rates

    /** {@return whether something that uses a rate may begin in this second; if not, it is counted where the rate is used up} */
    boolean mayBegin(Quota rate, long nowNs) {
        int index = rate.ordinal();
        roll(nowNs);
        if (used[index] >= limits[index]) {
            refused[index]++;
            return false;
        }
        QuotaLedger above = owner;
        return above == null || above.mayBegin(rate, nowNs);
    }

    /** As {@link #mayBegin} for fuel, in few steps: every activation asks. */
    boolean mayBeginActivation(long nowNs) {
        QuotaLedger above = owner;
        // The second of the owner began when this ledger's did, if not before: no look at it.
        return Long.compareUnsigned(nowNs - secondBegins, SECOND_NS) < 0 && used[FUEL] < limits[FUEL]
            && (above == null || above.used[FUEL] < above.limits[FUEL]) || mayBegin(Quota.FUEL_PER_SECOND, nowNs);
    }

    /** Enters the fuel of an activation, here and at the owner. */
    void enterFuel(int units) {
        used[FUEL] += units;
        QuotaLedger above = owner;
        if (above != null) {
            above.used[FUEL] += units;
        }
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
        for (int index = 0; index < used.length; index++) {
            if (Quota.at(index).isRate()) {
                peaks[index] = Math.max(peaks[index], used[index]);
                used[index] = 0;
            }
        }
    }

    void report(ReportLines report) {
        for (int index = 0; index < used.length; index++) {
            report.add("quota", new QuotaUse(Quota.at(index), used[index], limits[index], refused[index],
                Math.max(peaks[index], used[index])).text());
        }
    }
}
