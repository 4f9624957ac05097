package dev.spine.iop.engine;

import dev.spine.iop.bus.Account;
import dev.spine.iop.bus.Bus;
import org.jspecify.annotations.Nullable;

/** A bus as a timed resource: one user at a time, served in the order in which the requests' events are executed. */
final class ModelledBus {
    private final Bus bus;
    private final BusTiming timing;
    private final String name;
    private final @Nullable EngineObserver observer;
    /** What the accounts had when the first user came: what moved before took no time. */
    private final Account.Snapshot before;
    private long freeAtPs;
    private long heldPs;
    private long idlePs;
    private long programmedPs;
    private long programmedBytes;

    ModelledBus(Bus bus, BusTiming timing, String name, @Nullable EngineObserver observer) {
        this.bus = bus;
        this.timing = timing;
        this.name = name;
        this.observer = observer;
        this.before = bus.accounts();
    }

    Bus bus() {
        return bus;
    }

    BusTiming timing() {
        return timing;
    }

    String name() {
        return name;
    }

    /** {@code by} takes the bus as soon as it is free; returns when it will be released. */
    long take(long nowPs, long durationPs, String by) {
        long start = Math.max(nowPs, freeAtPs);
        idlePs += start - freeAtPs;
        freeAtPs = start + durationPs;
        heldPs += durationPs;
        if (observer != null) {
            observer.onBusHeld(name, by, nowPs, start, freeAtPs);
        }
        return freeAtPs;
    }

    /** A processor's own access takes the bus; nobody waits for its end. */
    void programmed(long nowPs, int bytes, String by) {
        long durationPs = timing.programmedPs(bytes);
        programmedPs += durationPs;
        programmedBytes += bytes;
        take(nowPs, durationPs, by);
    }

    /** When the bus is free, as things stand. */
    long freeAtPs() {
        return freeAtPs;
    }

    /** For how long the bus is held in all by what was granted so far, part of which may lie ahead. */
    long grantedPs() {
        return heldPs;
    }

    /** For how long the bus was held in all. */
    long heldPs(long nowPs) {
        return heldPs - Math.max(0, freeAtPs - nowPs);
    }

    /** For how long nobody held the bus. */
    long idlePs(long nowPs) {
        return idlePs + Math.max(0, nowPs - freeAtPs);
    }

    /** How long programmed I/O holds the bus, of {@link #grantedPs}. */
    long programmedPs() {
        return programmedPs;
    }

    /** Bytes that crossed by programmed I/O. */
    long programmedBytes() {
        return programmedBytes;
    }

    /** What was entered in the accounts of all boxes since the bus has taken time. */
    Account.Snapshot entered() {
        return bus.accounts().since(before);
    }
}
