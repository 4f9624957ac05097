package dev.spine.iop.kernel;

import java.util.Map;
import java.util.function.Consumer;

/**
 * What an IOP is made of, for its modules. Belongs to the IOP's agent.
 *
 * @param directory what it knows of itself
 * @param routes the routes that begin on it
 * @param ports its inbound queue pairs
 * @param connections with objects of other IOPs
 * @param counters what it counts
 * @param services what modules offer one another, by type
 * @param resume dispatches the requests that a device kept in its event queue
 */
record IopParts(IopDirectory directory, MessageRoutes routes, InboundPorts ports, ExternalConnections connections, IopCounters counters,
    Map<Class<?>, Object> services, Consumer<DeviceSlot> resume) {}
