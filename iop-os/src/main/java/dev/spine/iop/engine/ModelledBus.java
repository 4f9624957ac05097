package dev.spine.iop.engine;

import dev.spine.iop.bus.Bus;

/** A bus as a timed resource: one user at a time, served in the order in which the requests' events are executed. */
final class ModelledBus {
    private final Bus bus;
    private final BusTiming timing;
    private long freeAtPs;
    private long heldPs;

    ModelledBus(Bus bus, BusTiming timing) {
        this.bus = bus;
        this.timing = timing;
    }

    Bus bus() {
        return bus;
    }

    BusTiming timing() {
        return timing;
    }

    /** Takes the bus as soon as it is free and returns when it will be released. */
    long take(long nowPs, long durationPs) {
        long start = Math.max(nowPs, freeAtPs);
        freeAtPs = start + durationPs;
        heldPs += durationPs;
        return freeAtPs;
    }

    /** For how long the bus was held in all. */
    long heldPs() {
        return heldPs;
    }
}
