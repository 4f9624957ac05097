package dev.spine.extension.runtime;

import dev.spine.extension.api.MeterAccount;
import org.jspecify.annotations.Nullable;

/** What the code of one instance has used since it was loaded, and what it gets for its next activation. Belongs to the card's agent. */
final class ActivationLedger {
    private static final long SECOND_NS = 1_000_000_000L;

    private final MeterAccount account;
    private final CodeLimits limits;
    private long fuelUsed;
    private long bytesAllocated;
    private int mostFuel;
    private long second = Long.MIN_VALUE;
    private long usedInSecond;

    ActivationLedger(MeterAccount account, CodeLimits limits) {
        this.account = account;
        this.limits = limits;
    }

    /** {@return whether this second's fuel allows one more activation} */
    boolean mayBegin(long nowNs) {
        long now = Math.floorDiv(nowNs, SECOND_NS);
        if (now != second) {
            second = now;
            usedInSecond = 0;
        }
        return usedInSecond < limits.fuelPerSecond();
    }

    void begin() {
        account.refill(limits.fuel(), limits.heap(), limits.stack());
    }

    void beginStart() {
        account.refill(limits.startFuel(), limits.heap(), limits.stack());
    }

    /** An activation has ended: what it has used is entered, and nothing is left for code that runs outside of one. */
    void end() {
        int used = account.usedFuel();
        fuelUsed += used;
        usedInSecond += used;
        mostFuel = Math.max(mostFuel, used);
        bytesAllocated += account.usedHeap();
    }

    /** {@return what has ended the activation whatever the extension's code made of it, or null} */
    @Nullable Error exhausted() {
        return account.ended();
    }

    long fuelUsed() {
        return fuelUsed;
    }

    int mostFuel() {
        return mostFuel;
    }

    @Override
    public String toString() {
        return fuelUsed + " units of fuel, " + mostFuel + " at most in an activation, " + bytesAllocated + " bytes allocated";
    }
}
