package dev.spine.peer;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.BusAgent;

/** The inbound port of an IOP as its peers see it: an address, and where notes about queue pairs arrive. Immutable; any thread. */
public final class PeerPort {
    private final long address;
    private final BusAgent busAgent;
    private final DeliveryList<LinkNotice> arrivals;

    PeerPort(long address, BusAgent busAgent, DeliveryList<LinkNotice> arrivals) {
        this.address = address;
        this.busAgent = busAgent;
        this.arrivals = arrivals;
    }

    /** {@return the bus address of the unit's register 0x40, as the system table gives it} */
    public long address() {
        return address;
    }

    /** {@return the IOP behind the port} */
    public BusAgent busAgent() {
        return busAgent;
    }

    /** Notes of other IOPs, and this IOP's own that come home; consumed by this IOP's agent. */
    DeliveryList<LinkNotice> arrivals() {
        return arrivals;
    }
}
