package dev.spine.iop.engine.modelled;

import dev.spine.iop.bus.Bus;
import dev.spine.iop.engine.BusFabric;
import dev.spine.iop.engine.BusTiming;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A switch with a full-duplex link to each bus agent, as PCI Express has: a chunk takes the sender's link to the switch and, the switch's
 * latency later, the link to the receiver, each as soon as it is free. The switch begins to pass on before the last byte has come in, and
 * keeps what waits for a link; how much that may be is not limited.
 */
final class SwitchedBus extends ModelledBus {
    private final Effects effects;
    private final long switchPs;
    /** Links from the bus agents, then links to them, by id. */
    private final BusLink[] links;
    private final String[] names;
    private final int busAgents;

    SwitchedBus(Effects effects, Bus bus, BusTiming timing, BusFabric fabric, String name, @Nullable EngineObserver observer) {
        super(bus, timing, name, observer);
        this.effects = effects;
        this.switchPs = fabric.switchNs() * VirtualTime.PS_PER_NS;
        this.busAgents = bus.busAgentCount();
        this.links = new BusLink[2 * busAgents];
        this.names = new String[links.length];
        for (int i = 0; i < links.length; i++) {
            links[i] = new BusLink();
            names[i] = name + (i < busAgents ? " link from bus agent " + i : " link to bus agent " + (i - busAgents));
        }
    }

    @Override
    long request(BusRequest request, long nowPs) {
        long durationPs = request.holdPs(request.bytes);
        long end = links[request.from].take(nowPs, durationPs);
        observeHeld(request.from, request.by, nowPs, end - durationPs, end);
        request.user.held(durationPs);
        effects.busEvent(this, request, durationPs, end - durationPs + switchPs);
        return LATER;
    }

    @Override
    void access(long nowPs, long durationPs, long access, String by) {
        int from = ProgrammedAccess.by(access);
        long end = links[from].take(nowPs, durationPs);
        observeHeld(from, by, nowPs, end - durationPs, end);
        effects.busEvent(this, by, access, end - durationPs + switchPs);
    }

    /** The first byte has come through the switch: of a chunk, or of an access by the agent with the path that the item is. */
    @Override
    void onEvent(@Nullable Object item, long number, long nowPs) {
        if (item instanceof BusRequest request) {
            int to = busAgents + request.to;
            long end = links[to].take(nowPs, number);
            observeHeld(to, request.by, nowPs, end - number, end);
            request.user.crossed(end);
        } else {
            int to = busAgents + ProgrammedAccess.to(number);
            long durationPs = durationPs(item, number);
            long end = links[to].take(nowPs, durationPs);
            observeHeld(to, (String) Objects.requireNonNull(item), nowPs, end - durationPs, end);
        }
    }

    /** For how long what has come through the switch takes the link to its receiver, by an event's item and number. */
    long durationPs(@Nullable Object item, long number) {
        return item instanceof BusRequest ? number : timing().programmedPs(ProgrammedAccess.bytes(number));
    }

    @Override
    long freeAtPs() {
        long last = 0;
        for (BusLink link : links) {
            last = Math.max(last, link.freeAtPs());
        }
        return last;
    }

    @Override
    long grantedPs() {
        long sum = 0;
        for (int busAgent = 0; busAgent < busAgents; busAgent++) {
            sum += links[busAgent].grantedPs();
        }
        return sum;
    }

    @Override
    long untoldPs() {
        return 0;
    }

    /** For how long links to bus agents were given away. */
    long passedOnPs() {
        long sum = 0;
        for (int busAgent = busAgents; busAgent < links.length; busAgent++) {
            sum += links[busAgent].grantedPs();
        }
        return sum;
    }

    @Override
    long heldPs(long nowPs) {
        long most = 0;
        for (BusLink link : links) {
            most = Math.max(most, link.heldPs(nowPs));
        }
        return most;
    }

    @Override
    int links() {
        return links.length;
    }

    @Override
    String linkName(int link) {
        return names[link];
    }

    @Override
    long linkHeldPs(int link, long nowPs) {
        return links[link].heldPs(nowPs);
    }

    @Override
    long linkIdlePs(int link, long nowPs) {
        return links[link].idlePs(nowPs);
    }
}
