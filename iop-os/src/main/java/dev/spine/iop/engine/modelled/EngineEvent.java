package dev.spine.iop.engine.modelled;

import dev.spine.i2o.unit.DeliveryList;
import org.jspecify.annotations.Nullable;

/**
 * An event of a modelled engine that has not been executed yet, for people. What it refers to may be looked at until the engine goes on.
 *
 * @param number how many events come before it, or -1 when others may still get in between
 * @param timePs when it is executed, picoseconds of virtual time
 * @param kind what happens
 * @param source who has caused it: path of an agent, name of a DMA engine, {@code bus}, {@code task}, {@code input} or {@code outside}
 * @param target to whom it happens: path of an agent, name of a resource, name of a list, or what a task is called
 * @param item what arrives or is asked for: a frame, a packet, a transfer; null when there is nothing
 * @param list where it arrives; null when it is no delivery
 */
public record EngineEvent(long number, long timePs, Kind kind, String source, String target, @Nullable Object item,
    @Nullable DeliveryList<?> list) {
    /** What happens. */
    public enum Kind {
        /** An object arrives in a list. */
        DELIVERY,
        /** An agent takes a step; nothing happens when an earlier event has made it superfluous. */
        STEP,
        /** An agent's timer runs out. */
        TIMER,
        /** A transfer arrives at its DMA engine. */
        DMA_REQUEST,
        /** A DMA engine asks for the bus. */
        BUS_REQUEST,
        /** A chunk of a transfer has moved. */
        CHUNK_END,
        /** A processor's words go over the bus. */
        PROGRAMMED_IO,
        /** Somebody's code runs on an agent's processor between two steps. */
        CALL,
        /** A task goes on. */
        RESUMPTION,
        /** A turn of a bus ends, or something has come through a switch. */
        BUS_EVENT
    }
}
