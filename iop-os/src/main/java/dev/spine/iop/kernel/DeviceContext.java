package dev.spine.iop.kernel;

import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.AgentContext;
import org.jspecify.annotations.Nullable;

/** What a device module may use on its IOP. Belongs to the IOP's agent. */
public interface DeviceContext {
    /** {@return the module's own TID} */
    int tid();

    /** {@return the agent of the IOP: clock, costs, deliveries, transfers} */
    AgentContext agent();

    /** {@return the card's DMA engine} */
    DmaEngine dma();

    /** {@return the card as the bus knows it} */
    BusAgent busAgent();

    /** {@return the node's bus} */
    default Bus bus() {
        return dma().bus();
    }

    /**
     * Finds the way to a TID of this IOP's space: a local device, an alias of a device on another IOP, or the host.
     *
     * @param tid 0 to 0xFFE
     * @return the route from this module, or null when nothing lives there
     */
    @Nullable MessageRoute route(int tid);

    /**
     * Offers something of this module to the others on the card, for example its {@code PacketPort}.
     *
     * @param <T> the service's type
     * @param type under which it is found
     */
    <T> void publish(Class<T> type, T service);

    /**
     * {@return what another module published, or null}
     *
     * @param <T> the service's type
     * @param type under which it was published
     */
    <T> @Nullable T service(Class<T> type);

    /**
     * Says that this module controls an adapter of the card: hardware that the hardware resource table names. While the module is attached.
     *
     * @param memoryBase bus address at which the adapter's memory begins, below 4 GiB
     */
    void controls(long memoryBase);

    /** Keeps further requests for this module in its event queue until {@link #resume}. */
    void hold();

    /** Lets requests come again, those of the event queue first. */
    void resume();

    /** The module's entry in the logical configuration table has changed: the change indicator rises and waiting notifications leave. */
    void changed();

    /** {@return the IOP's counters} */
    IopCounters counters();

    /** {@return the IOP's state and its tables of devices, adapters and connections} */
    IopDirectory directory();

    /** {@return the IOP's inbound queue pairs} */
    InboundPorts ports();

    /** {@return what makes and ends connections with objects of other IOPs} */
    ExternalConnections connections();
}
