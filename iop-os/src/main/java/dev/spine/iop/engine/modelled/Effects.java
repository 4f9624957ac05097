package dev.spine.iop.engine.modelled;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Transfer;
import org.jspecify.annotations.Nullable;

/**
 * Effects on the modelled engine become events here, each in its place among those of its instant ({@link EventOrder}). Times are in
 * picoseconds of virtual time. Used by whoever drives the engine; allocates nothing.
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
    void delivery(ModelledContext from, int destination, DeliveryList<?> list, Object item, long timePs) {
        heap.push(timePs, order.next(EventOrder.ARRIVALS, destination, from.endPoint()), DELIVERY, list, item, 0);
    }

    /** The order, in another node, of an arrival there at the end point {@code destination} from this node, which has a number. */
    long crossing(int destination, int node) {
        return order.nextCrossing(destination, node);
    }

    void dmaRequest(ModelledContext from, ModelledDma dma, Transfer transfer, long timePs) {
        heap.push(timePs, order.next(EventOrder.ARRIVALS, dma.endPoint(), from.endPoint()), DMA_REQUEST, dma, transfer, 0);
    }

    /** A processor's access is on its way to the bus; {@code access} as {@link ProgrammedAccess} has it. */
    void programmedIo(ModelledContext from, ModelledBus bus, long access, long timePs) {
        heap.push(timePs, order.next(EventOrder.ARRIVALS, EventOrder.BUS, from.endPoint()), PROGRAMMED_IO, bus, from, access);
    }

    /** A bus has something to do for itself. */
    void busEvent(ModelledBus bus, @Nullable Object item, long number, long timePs) {
        heap.push(timePs, order.next(EventOrder.ARRIVALS, EventOrder.BUS, EventOrder.BUS), BUS_EVENT, bus, item, number);
    }

    void busRequest(DmaChannel channel, long timePs) {
        heap.push(timePs, order.next(EventOrder.ARRIVALS, EventOrder.BUS, channel.owner().endPoint()), BUS_REQUEST, channel, null, 0);
    }

    void chunkEnd(DmaChannel channel, long timePs) {
        heap.push(timePs, order.next(EventOrder.ARRIVALS, channel.owner().endPoint(), EventOrder.BUS), CHUNK_END, channel, null, 0);
    }

    void call(ModelledCall call, long timePs) {
        heap.push(timePs, order.next(EventOrder.CALLS, call.host().endPoint(), call.source()), CALL, call, null, 0);
    }

    void resumption(ModelledTask task, long timePs) {
        heap.push(timePs, order.next(EventOrder.ARRIVALS, task.endPoint(), task.endPoint()), RESUMPTION, task, null, 0);
    }

    void step(ModelledContext context, long timePs) {
        heap.push(timePs, order.next(EventOrder.STEPS, context.endPoint(), context.endPoint()), STEP, context, null, 0);
    }

    /** A timer runs out at {@code timePs}; {@code askedPs} tells later whether it is still the one that was asked for. */
    void timer(ModelledContext context, long askedPs, long timePs) {
        heap.push(timePs, order.next(EventOrder.ARRIVALS, context.endPoint(), context.endPoint()), TIMER, context, null, askedPs);
    }
}
