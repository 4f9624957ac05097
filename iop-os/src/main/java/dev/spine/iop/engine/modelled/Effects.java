package dev.spine.iop.engine.modelled;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Transfer;
import org.jspecify.annotations.Nullable;

/**
 * Effects on the modelled engine become events here, each in its place among those of its instant ({@link EventOrder}). Whom they
 * concern is known by end point alone. Times are in picoseconds of virtual time. Used by whoever drives the engine; allocates nothing.
 */
final class Effects {
    static final int DELIVERY = 0;
    static final int STEP = 1;
    static final int TIMER = 2;
    static final int DMA_REQUEST = 3;
    static final int BUS_REQUEST = 4;
    static final int CHUNK_END = 5;
    static final int PROGRAMMED_IO = 6;
    static final int CALL = 7;
    static final int RESUMPTION = 8;
    static final int BUS_EVENT = 9;

    private static final String[] NAMES = {"DELIVERY", "STEP", "TIMER", "DMA_REQUEST", "BUS_REQUEST", "CHUNK_END", "PROGRAMMED_IO",
        "CALL", "RESUMPTION", "BUS_EVENT"};

    private final EventHeap heap;
    private final EventOrder order = new EventOrder();

    Effects(EventHeap heap) {
        this.heap = heap;
    }

    /** How many events there were so far. */
    long count() {
        return order.count();
    }

    /** The name of a kind of event, as in {@link EngineEvent.Kind}. */
    static String nameOf(int kind) {
        return NAMES[kind];
    }

    /** An object is on its way to a list, whose consumer has the end point {@code destination}. */
    void delivery(int from, int destination, DeliveryList<?> list, Object item, long timePs) {
        heap.push(timePs, order.next(EventOrder.ARRIVALS, destination, from), DELIVERY, list, item, 0);
    }

    /** The order, in another node, of an arrival there at the end point {@code destination} from this node, which has a number. */
    long crossing(int destination, int node) {
        return order.nextCrossing(destination, node);
    }

    void dmaRequest(int from, int to, Object dma, Transfer transfer, long timePs) {
        heap.push(timePs, order.next(EventOrder.ARRIVALS, to, from), DMA_REQUEST, dma, transfer, 0);
    }

    /** A processor's access is on its way to the bus; {@code access} as {@link ProgrammedAccess} has it. */
    void programmedIo(int from, Object agent, Object bus, long access, long timePs) {
        heap.push(timePs, order.next(EventOrder.ARRIVALS, EventOrder.BUS, from), PROGRAMMED_IO, bus, agent, access);
    }

    /** A bus has something to do for itself. */
    void busEvent(Object bus, @Nullable Object item, long number, long timePs) {
        heap.push(timePs, order.next(EventOrder.ARRIVALS, EventOrder.BUS, EventOrder.BUS), BUS_EVENT, bus, item, number);
    }

    void busRequest(int from, Object channel, long timePs) {
        heap.push(timePs, order.next(EventOrder.ARRIVALS, EventOrder.BUS, from), BUS_REQUEST, channel, null, 0);
    }

    void chunkEnd(int to, Object channel, long timePs) {
        heap.push(timePs, order.next(EventOrder.ARRIVALS, to, EventOrder.BUS), CHUNK_END, channel, null, 0);
    }

    void call(int host, int from, Object call, long timePs) {
        heap.push(timePs, order.next(EventOrder.CALLS, host, from), CALL, call, null, 0);
    }

    void resumption(int endPoint, Object task, long timePs) {
        heap.push(timePs, order.next(EventOrder.ARRIVALS, endPoint, endPoint), RESUMPTION, task, null, 0);
    }

    void step(int endPoint, Object agent, long timePs) {
        heap.push(timePs, order.next(EventOrder.STEPS, endPoint, endPoint), STEP, agent, null, 0);
    }

    /** A timer runs out at {@code timePs}; {@code askedPs} tells later whether it is still the one that was asked for. */
    void timer(int endPoint, Object agent, long askedPs, long timePs) {
        heap.push(timePs, order.next(EventOrder.ARRIVALS, endPoint, endPoint), TIMER, agent, null, askedPs);
    }
}
