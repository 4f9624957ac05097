package dev.spine.extension.runtime.quota;

import dev.spine.extension.api.metered.MeterAccount;
import dev.spine.extension.runtime.limits.CodeLimits;
import dev.spine.i2o.Bookkeeping;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What the code of one instance has used since it was loaded, and what it gets for its next activation. Belongs to the card's agent. */
@Bookkeeping("quotas of extensions")
public final class ActivationLedger {
    /** A count comes after at least this share of what may be held was allocated, so that counting stays cheap. */
    private static final int COUNT_SHARE = 4;
    /** On a card whose memory has a limit, what is left of it is looked at whenever so many bytes more were allocated. */
    private static final int LOOK_BYTES = 1024;
    /** What counting one object takes, as fuel. */
    private static final int UNITS_OF_OBJECT = 100;

    /** What part of its stack a service has: some of them may wait for one another on one thread. */
    private static final int SHARE_OF_CALL = 4;
    /**
     * Units that an activation costs before its first instruction, so that a quota of fuel also bounds how many activations there are: the
     * way to a handler takes about as many nanoseconds, and a unit stands for one. Its time on a modelled processor is that of
     * {@link dev.spine.iop.engine.Op#HANDLER} and is not charged again.
     */
    public static final int ACTIVATION_FUEL = 20;

    /** Nothing was found clear since something has changed. */
    private static final long NOT_CLEAR = -1;

    private final MeterAccount account;
    private final CodeLimits limits;
    private final QuotaLedger quotas;
    private final @Nullable LongSupplier cardLeft;
    private long fuelUsed;
    private long unitsRun;
    private long bytesAllocated;
    private int mostFuel;
    private int lastFuel;
    private long lastHeap;
    private long heldAtCount;
    private long allocatedSinceCount;
    private long allocatedAtLook;
    private boolean exceedsCard;
    private int chargedFuel;
    private int lastCallFuel;
    /** Whether the account is as a usual activation has to find it, but for the fuel. */
    private boolean renewable;
    /** Whether enough was allocated since the last count for another. */
    private boolean worthCounting;
    private long clearNs = NOT_CLEAR;

    /**
     * A ledger of one version of an extension.
     *
     * @param account from which its code pays
     * @param limits what it may use
     * @param quotas of its instance
     * @param cardLeft bytes that are left of the card's memory, below 0 when more is held than there is; null when that has no limit
     */
    public ActivationLedger(MeterAccount account, CodeLimits limits, QuotaLedger quotas, @Nullable LongSupplier cardLeft) {
        this.account = account;
        this.limits = limits;
        this.quotas = quotas;
        this.cardLeft = cardLeft;
    }

    /** {@return the account from which the code pays} */
    public MeterAccount account() {
        return account;
    }

    /** {@return what the code may use} */
    public CodeLimits limits() {
        return limits;
    }

    // --- packets on short ways

    /**
     * {@return the reading of the clock at which nothing was out of the ordinary, and is not since}: then the account is as an activation
     * has to find it, and fuel and leases are all that a packet has to ask for. {@code ExtensionInstance.isClear} says what is ordinary.
     */
    public long clearNs() {
        return clearNs;
    }

    /** Nothing is out of the ordinary at this reading of the clock. */
    public void clear(long nowNs) {
        renew();
        clearNs = nowNs;
    }

    /** Something is out of the ordinary from now on, or may be: whoever wants to know has to look. */
    public void unclear() {
        clearNs = NOT_CLEAR;
    }

    /** {@return whether nothing was found out of the ordinary since the activation began, and nothing has to be counted after it} */
    public boolean isStillClear() {
        return clearNs >= 0 && !worthCounting;
    }

    /** As {@link #begin}, while clear; the arguments are this ledger's. */
    public void beginClear(MeterAccount ofThis, CodeLimits ofIt) {
        int units = ofIt.fuel();
        int base = Math.min(units, ACTIVATION_FUEL);
        ofThis.fuel(units - base);
        if (chargedFuel != base) {
            chargedFuel = base;
        }
    }

    /** As {@link #end}, after an activation that has used nothing but fuel, except for what the quotas get. */
    public void enterFuel(int used) {
        lastFuel = used;
        fuelUsed += used;
        if (used > mostFuel) {
            mostFuel = used;
        }
        if (lastHeap != 0) {
            lastHeap = 0;
        }
    }

    // --- activations

    /** The code of this account runs in place of another version's: goes on with what the instance has used. */
    public void goOn(ActivationLedger other) {
        fuelUsed = other.fuelUsed;
        unitsRun = other.unitsRun;
        bytesAllocated = other.bytesAllocated;
        mostFuel = Math.max(mostFuel, other.mostFuel);
        quotas.measured(Quota.HEAP, heldAtCount + allocatedSinceCount);
    }

    /** {@return whether this second's fuel allows one more activation} */
    public boolean mayBegin(long nowNs) {
        return quotas.mayBeginActivation(nowNs);
    }

    /** Begins an activation with at most so much fuel. */
    public void begin(int fuel) {
        int units = Math.min(fuel, limits.fuel());
        if (units == limits.fuel()) {
            begin();
            return;
        }
        spoil();
        account.refill(units, limits.heap(), limits.stack());
        takeBase(units);
    }

    /** An activation begins, with all the fuel that one may have. */
    public void begin() {
        renew();
        takeBase(limits.fuel());
    }

    private void renew() {
        if (!renewable) {
            account.refill(limits.fuel(), limits.heap(), limits.stack());
            renewable = true;
        }
    }

    /** The account will not be as a usual activation has to find it. */
    private void spoil() {
        renewable = false;
        clearNs = NOT_CLEAR;
    }

    private void takeBase(int units) {
        int base = Math.min(units, ACTIVATION_FUEL);
        account.fuel(units - base);
        chargedFuel = base;
    }

    /** A failure is put into words, which may run code of the extension: it pays, but that is no activation. */
    public void beginText() {
        spoil();
        chargedFuel = 0;
        account.refill(limits.fuel(), limits.heap(), limits.stack());
    }

    /** The words are there. */
    public void endText() {
        int fuel = lastFuel;
        long heap = lastHeap;
        end();
        lastFuel = fuel;
        lastHeap = heap;
    }

    /** The start of the extension begins. */
    public void beginStart() {
        spoil();
        chargedFuel = 0;
        account.refill(limits.startFuel(), limits.heap(), limits.stack());
    }

    /** Another extension's activation calls a service: it pays for the fuel, and the heap is this instance's. */
    public void beginCall(int units) {
        spoil();
        chargedFuel = 0;
        account.refill(units, limits.heap(), limits.stack() / SHARE_OF_CALL);
    }

    /** The call has ended. */
    public void endCall() {
        lastCallFuel = account.usedFuel();
        enterHeap();
    }

    /** {@return units that the last call of a service has used} */
    public int lastCallFuel() {
        return lastCallFuel;
    }

    /** This activation has paid for a call, whose time its processor was charged for already. */
    public void paidFor(int units) {
        chargedFuel += units;
    }

    /**
     * {@return units of code that has run in this activation, or in the one that has just ended, since this was last asked}: what a
     * modelled processor has to be charged for. Of the fuel that was used it leaves out code that was charged for and skipped.
     */
    public int takeUncharged() {
        int used = account.usedBeforeEnd();
        int ran = used - chargedFuel - account.takeSkipped();
        // What defining classes takes is counted up to all of the fuel: there what was skipped since then may be more than was used.
        int uncharged = Math.max(0, ran);
        chargedFuel = used + uncharged - ran;
        unitsRun += uncharged;
        return uncharged;
    }

    /** {@return units of code that has run: what a modelled processor was charged for; 0 on the live engine, which does not ask} */
    public long unitsRun() {
        return unitsRun;
    }

    /** An activation has ended: what it has used is entered and kept as what the last one has used. */
    public void end() {
        boolean onlyFuel = account.hasUsedOnlyFuel();
        int used = account.usedFuel();
        quotas.enterFuel(used);
        enterFuel(used);
        if (used > ProcessorShare.FREE_UNITS) {
            unclear();
        }
        if (!onlyFuel) {
            spoil();
            lastHeap = account.usedHeap();
            enterHeap();
        }
    }

    private void enterHeap() {
        long allocated = account.usedHeap();
        if (allocated != 0) {
            bytesAllocated += allocated;
            allocatedSinceCount += allocated;
            quotas.enterEverywhere(Quota.ALLOCATION_PER_SECOND, allocated);
            worthCounting = allocatedSinceCount > limits.heldHeap() / COUNT_SHARE;
            quotas.measured(Quota.HEAP, heldAtCount + allocatedSinceCount);
            if (cardLeft != null && (exceedsCard || allocatedSinceCount - allocatedAtLook >= LOOK_BYTES)) {
                allocatedAtLook = allocatedSinceCount;
                exceedsCard = exceedsCard();
                worthCounting |= exceedsCard;
            }
        }
    }

    /** {@return whether more is held of the card's memory than there is} */
    public boolean exceedsCard() {
        LongSupplier left = cardLeft;
        return left != null && left.getAsLong() < 0;
    }

    /**
     * {@return whether what the instance holds has to be counted}: it may be more than it is allowed, and something was allocated that is
     * worth a count.
     */
    public boolean mustCount() {
        return worthCounting
            && (exceedsCard || heldAtCount + allocatedSinceCount > limits.heldHeap() || quotas.ownerExceeds(Quota.HEAP));
    }

    /** {@return how the instance holds more than it may, or null; the count has its roots} */
    public @Nullable String count(HeapCount count) {
        for (Class<?> type : account.initialisedClasses()) {
            count.statics(type);
        }
        long held = count.upTo(limits.heldHeap());
        quotas.enterEverywhere(Quota.FUEL_PER_SECOND, (long) count.objects() * UNITS_OF_OBJECT);
        if (held > limits.heldHeap()) {
            quotas.countRefused(Quota.HEAP);
            return "left more than its " + limits.heldHeap() + " bytes of heap in use";
        }
        Class<?> hidden = count.uncountable();
        if (hidden != null) {
            return "keeps a " + hidden.getName() + ", so that its heap cannot be counted";
        }
        heldAtCount = held;
        allocatedSinceCount = 0;
        allocatedAtLook = 0;
        exceedsCard = false;
        worthCounting = false;
        quotas.measured(Quota.HEAP, held);
        return null;
    }

    /** {@return units that the last activation has used} */
    public int lastFuel() {
        return lastFuel;
    }

    /** {@return bytes that the last activation has allocated} */
    public long lastHeap() {
        return lastHeap;
    }

    /** {@return what has ended the activation whatever the extension's code made of it, or null} */
    public @Nullable Error exhausted() {
        return account.ended();
    }

    /** {@return fuel that the code has used} */
    public long fuelUsed() {
        return fuelUsed;
    }

    /** {@return the most fuel that one activation has used} */
    public int mostFuel() {
        return mostFuel;
    }

    /** {@return bytes that the code has allocated} */
    public long bytesAllocated() {
        return bytesAllocated;
    }
}
