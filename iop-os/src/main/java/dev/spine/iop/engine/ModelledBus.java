package dev.spine.iop.engine;

import dev.spine.iop.bus.Bus;
import org.jspecify.annotations.Nullable;

/** A bus as a timed resource: one user at a time, served in the order in which the requests' events are executed. */
final class ModelledBus {
    private final Bus bus;
    private final BusTiming timing;
    private final String name;
    private final @Nullable EngineObserver observer;
    private long freeAtPs;
    private long heldPs;

    ModelledBus(Bus bus, BusTiming timing, String name, @Nullable EngineObserver observer) {
        this.bus = bus;
        this.timing = timing;
        this.name = name;
        this.observer = observer;
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
        freeAtPs = start + durationPs;
        heldPs += durationPs;
        if (observer != null) {
            observer.onBusHeld(name, by, nowPs, start, freeAtPs);
        }
        return freeAtPs;
    }

    /** When the bus is free, as things stand. */
    long freeAtPs() {
        return freeAtPs;
    }

    /** For how long the bus was held in all. */
    long heldPs() {
        return heldPs;
    }
}
