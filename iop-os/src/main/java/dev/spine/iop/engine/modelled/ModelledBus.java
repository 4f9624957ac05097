package dev.spine.iop.engine.modelled;

import dev.spine.iop.bus.Account;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.engine.BusTiming;
import org.jspecify.annotations.Nullable;

/** A bus as a timed resource. How it joins its bus agents, and who has it when several want it, is a matter of its kind. */
abstract class ModelledBus {
    /** An end that is told later. */
    static final long LATER = -1;

    private final Bus bus;
    private final BusTiming timing;
    private final String name;
    private final @Nullable EngineObserver observer;
    /** What the accounts had when the first user came: what moved before took no time. */
    private final Account.Snapshot before;
    private long programmedPs;
    private long programmedBytes;

    ModelledBus(Bus bus, BusTiming timing, String name, @Nullable EngineObserver observer) {
        this.bus = bus;
        this.timing = timing;
        this.name = name;
        this.observer = observer;
        this.before = bus.accounts();
    }

    final Bus bus() {
        return bus;
    }

    final BusTiming timing() {
        return timing;
    }

    final String name() {
        return name;
    }

    /**
     * A chunk wants the bus.
     *
     * @return when its last byte will have crossed; or {@link #LATER}, and the bus tells the channel when it has
     */
    abstract long request(BusRequest request, long nowPs);

    /** A processor's own access wants the bus; nobody waits for its end. */
    final void programmed(long nowPs, long access, String by) {
        int bytes = ProgrammedAccess.bytes(access);
        long durationPs = timing.programmedPs(bytes);
        programmedPs += durationPs;
        programmedBytes += bytes;
        access(nowPs, durationPs, access, by);
    }

    abstract void access(long nowPs, long durationPs, long access, String by);

    /** An event that this bus has made for itself. */
    abstract void onEvent(@Nullable Object item, long number, long nowPs);

    /** Tells whoever looks on, if anybody does, that a link is given to somebody. */
    final void observeHeld(int link, String by, long requestedPs, long fromPs, long toPs) {
        if (observer != null) {
            observer.onBusHeld(linkName(link), by, requestedPs, fromPs, toPs);
        }
    }

    // --- the account of its time

    /** When the bus, or the last of its links, is free, as things stand. */
    abstract long freeAtPs();

    /** For how long the bus was given away to its users in all, part of which may lie ahead. */
    abstract long grantedPs();

    /** Of {@link #grantedPs}, what users have not been told of yet. */
    abstract long untoldPs();

    /** For how long the bus, or the busiest of its links, was held. */
    abstract long heldPs(long nowPs);

    /** How many links it has, each with an account of its time: one if it is shared. */
    abstract int links();

    abstract String linkName(int link);

    abstract long linkHeldPs(int link, long nowPs);

    abstract long linkIdlePs(int link, long nowPs);

    /** How long programmed I/O holds the bus, of {@link #grantedPs}. */
    final long programmedPs() {
        return programmedPs;
    }

    /** Bytes that crossed by programmed I/O. */
    final long programmedBytes() {
        return programmedBytes;
    }

    /** What was entered in the accounts of all bus agents since the bus has taken time. */
    final Account.Snapshot entered() {
        return bus.accounts().since(before);
    }
}
