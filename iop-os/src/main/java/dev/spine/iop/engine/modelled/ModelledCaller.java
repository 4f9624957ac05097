package dev.spine.iop.engine.modelled;

import dev.spine.iop.engine.Thrown;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Blocking code on the modelled engine, a task or a caller outside: its clock, and what it waits for. */
abstract class ModelledCaller {
    private final String name;
    private final int endPoint;
    private long clockPs;
    private String awaited = "";
    private @Nullable BooleanSupplier condition;
    private @Nullable Throwable thrown;

    ModelledCaller(String name, int endPoint) {
        this.name = name;
        this.endPoint = endPoint;
    }

    String name() {
        return name;
    }

    int endPoint() {
        return endPoint;
    }

    long clockPs() {
        return clockPs;
    }

    void advanceClock(long timePs) {
        clockPs = Math.max(clockPs, timePs);
    }

    /** Notes what it waits for. */
    void waitFor(String what, BooleanSupplier that) {
        awaited = what;
        condition = that;
        thrown = null;
    }

    String awaited() {
        return awaited;
    }

    /** Whether its condition holds; one that throws ends the waiting too. */
    boolean holds() {
        try {
            return condition == null || condition.getAsBoolean();
        } catch (RuntimeException | Error e) {
            thrown = e;
            return true;
        }
    }

    void threw(Throwable what) {
        thrown = what;
    }

    /** Throws what its condition or call threw. */
    void rethrow() {
        Throwable found = thrown;
        thrown = null;
        if (found != null) {
            Thrown.rethrow(found);
        }
    }

    /** What it waited for has come. */
    abstract void goOnAt(long timePs);

    /** Waits, on the caller's own thread, until {@link #goOnAt} is called; returns after that time. */
    abstract void pause(String what);
}
