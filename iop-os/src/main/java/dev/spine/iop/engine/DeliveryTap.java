package dev.spine.iop.engine;

import dev.spine.i2o.unit.DeliveryList;

/**
 * Is notified of every delivery of an engine's agents: posted messages, returned frames, packets on wires. For traces.
 *
 * <p>Called on the delivering agent's thread, before the object can be seen by its receiver; live, several threads can be within it at
 * once. It must not change the object, deliver, or throw. An engine without a tap does nothing for it: its agents' contexts are of another
 * class.
 */
@FunctionalInterface
public interface DeliveryTap {
    /**
     * An object is delivered.
     *
     * @param from path of the agent that delivers, for example {@code "node0/host"}
     * @param timeNs when it arrives, on the engine's clock
     * @param list where to
     * @param item what
     */
    void onDelivery(String from, long timeNs, DeliveryList<?> list, Object item);
}
