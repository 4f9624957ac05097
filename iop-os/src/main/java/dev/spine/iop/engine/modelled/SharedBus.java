package dev.spine.iop.engine.modelled;

import dev.spine.iop.bus.Bus;
import dev.spine.iop.engine.BusTiming;
import org.jspecify.annotations.Nullable;

/** A bus that one user has at a time, whole chunks in the order in which the requests' events are executed. */
final class SharedBus extends ModelledBus {
    private final BusLink lines = new BusLink();

    SharedBus(Bus bus, BusTiming timing, String name, @Nullable EngineObserver observer) {
        super(bus, timing, name, observer);
    }

    @Override
    long request(BusRequest request, long nowPs) {
        long durationPs = request.holdPs(request.bytes);
        long end = take(nowPs, durationPs, request.by);
        request.user.held(durationPs);
        return end;
    }

    @Override
    void access(long nowPs, long durationPs, long access, String by) {
        take(nowPs, durationPs, by);
    }

    private long take(long nowPs, long durationPs, String by) {
        long end = lines.take(nowPs, durationPs);
        observeHeld(0, by, nowPs, end - durationPs, end);
        return end;
    }

    @Override
    void onEvent(@Nullable Object item, long number, long nowPs) {
        throw new AssertionError("bus '" + name() + "' has no events of its own");
    }

    @Override
    long freeAtPs() {
        return lines.freeAtPs();
    }

    @Override
    long grantedPs() {
        return lines.grantedPs();
    }

    @Override
    long untoldPs() {
        return 0;
    }

    @Override
    long heldPs(long nowPs) {
        return lines.heldPs(nowPs);
    }

    @Override
    int links() {
        return 1;
    }

    @Override
    String linkName(int link) {
        return name();
    }

    @Override
    long linkHeldPs(int link, long nowPs) {
        return lines.heldPs(nowPs);
    }

    @Override
    long linkIdlePs(int link, long nowPs) {
        return lines.idlePs(nowPs);
    }
}
