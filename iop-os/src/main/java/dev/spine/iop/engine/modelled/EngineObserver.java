package dev.spine.iop.engine.modelled;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.Op;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Is notified of what a modelled engine's agents, DMA engines, buses and wires do, and when: for traces, timelines and debuggers.
 *
 * <p>Times are picoseconds of virtual time. Called on the thread that drives the engine, within the event, in the order of execution; a
 * time may lie ahead of that event, for example that of an arrival. It must not change what it is shown, deliver, or throw, and must not
 * keep it: transfers, packets and frames are used again. So the run is the same with and without an observer.
 *
 * <p>An engine without an observer does nothing for one: contexts and cost tables of its agents are of other classes, and buses and DMA
 * engines have one branch on a final field.
 */
public interface EngineObserver {
    /** Why an agent's clock ran. */
    enum Work {
        /** A step that did work. */
        STEP,
        /** A step that found nothing to do; its cost passes and is not counted as work. */
        IDLE_STEP,
        /** A call of a task or a caller outside, or recorded input. */
        CALL
    }

    /**
     * An agent's clock begins to run.
     *
     * @param agent its path
     * @param timePs when
     */
    default void onBegin(String agent, long timePs) {}

    /**
     * Something is charged to the processor of the agent whose clock runs.
     *
     * @param agent its path
     * @param op what it did
     * @param times how often
     * @param chargedPs what that costs in all
     */
    default void onCharge(String agent, Op op, long times, long chargedPs) {}

    /**
     * An agent's clock has stopped.
     *
     * @param agent its path
     * @param work why it ran
     * @param fromPs when it began
     * @param toPs when its processor is free again
     */
    default void onEnd(String agent, Work work, long fromPs, long toPs) {}

    /**
     * An object is on its way to a list.
     *
     * @param from path of the agent that delivers
     * @param to path of the agent that consumes the list, or null when none does
     * @param sentPs the agent's time
     * @param arrivalPs when it arrives
     * @param list where
     * @param item what
     */
    default void onDelivery(String from, @Nullable String to, long sentPs, long arrivalPs, DeliveryList<?> list, Object item) {}

    /**
     * An agent hands a transfer to its DMA engine.
     *
     * @param agent its path
     * @param transfer prepared
     * @param timePs the agent's time
     */
    default void onTransferRequested(String agent, Transfer transfer, long timePs) {}

    /**
     * A DMA engine begins to set a transfer up: nothing else is before it any more.
     *
     * @param dma the engine's name, for example {@code "node0/nic dma"}
     * @param transfer admitted
     * @param timePs when
     */
    default void onTransferBegun(String dma, Transfer transfer, long timePs) {}

    /**
     * A chunk is to be moved.
     *
     * @param dma the engine's name
     * @param transfer what it is a part of
     * @param bytes of the chunk
     * @param fromPs when it was ready to be moved; it may have to wait for the bus
     * @param toPs when its last byte will have moved
     */
    default void onChunk(String dma, Transfer transfer, int bytes, long fromPs, long toPs) {}

    /**
     * A transfer has ended, with an outcome, and is in its completion list.
     *
     * @param dma the engine's name
     * @param transfer ended; one that was refused has ended without having begun
     * @param timePs when
     */
    default void onTransferEnded(String dma, Transfer transfer, long timePs) {}

    /**
     * An agent has written or read over the bus by its processor; the bus is asked for it then.
     *
     * @param agent its path
     * @param bytes how many
     * @param timePs the agent's time
     */
    default void onProgrammedIo(String agent, int bytes, long timePs) {}

    /**
     * A bus, or a link of one that is a switch, is given to somebody. What goes through a switch takes two links, one after the other, and
     * each is told.
     *
     * @param bus its name, for example {@code "node0/bus"}, or the link's: {@code "node0/bus link from busAgent 1"}
     * @param by name of a DMA engine, or path of an agent
     * @param requestedPs when it was asked for
     * @param fromPs when it is given, not before the last one has released it
     * @param toPs when it is released
     */
    default void onBusHeld(String bus, String by, long requestedPs, long fromPs, long toPs) {}

    /**
     * A frame occupies one direction of a wire.
     *
     * @param sender path of the agent that sends
     * @param wire name of wire and direction
     * @param memory holds the frame, which is there only during this call
     * @param offset of its first byte
     * @param length its bytes, without its check sequence
     * @param fromPs when its first bit leaves
     * @param toPs when its last bit has left; it arrives after the wire's latency
     */
    default void onWire(String sender, String wire, MemorySegment memory, long offset, int length, long fromPs, long toPs) {}

    /**
     * A timer that an agent asked for has run out.
     *
     * @param agent its path
     * @param timePs when
     */
    default void onTimer(String agent, long timePs) {}
}
