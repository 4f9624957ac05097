package dev.spine.iop.engine.modelled;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DeliveryTap;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** An agent's view of the modelled engine while an observer looks on. */
final class ObservedModelledContext extends ModelledContext {
    private final ModelledNode node;
    private final EngineObserver observer;
    private final @Nullable DeliveryTap tap;

    ObservedModelledContext(String path, int index, long seed, CostTable costs, ModelledNode node, EngineObserver observer,
        @Nullable DeliveryTap tap) {
        super(path, index, seed, new ObservedCosts(costs, path, observer), node);
        this.node = node;
        this.observer = observer;
        this.tap = tap;
    }

    @Override
    void begin(long timePs) {
        super.begin(timePs);
        observer.onBegin(path(), timePs);
    }

    @Override
    void worked(int done, long charged) {
        super.worked(done, charged);
        observer.onEnd(path(), EngineObserver.Work.STEP, busyUntilPs - charged, busyUntilPs);
    }

    @Override
    void idled(long charged) {
        super.idled(charged);
        observer.onEnd(path(), EngineObserver.Work.IDLE_STEP, busyUntilPs - charged, busyUntilPs);
    }

    @Override
    void called(long charged) {
        super.called(charged);
        observer.onEnd(path(), EngineObserver.Work.CALL, busyUntilPs - charged, busyUntilPs);
    }

    @Override
    public <T> void deliver(DeliveryList<T> list, T item, long delayNs) {
        DeliveryTap hears = tap;
        if (hears != null) {
            hears.onDelivery(path(), nowNs() + Math.max(0, delayNs), list, item);
        }
        if (!node.isBeingBuilt()) {
            observer.onDelivery(path(), node.consumerOf(list), localPs(), localPs() + Math.max(0, delayNs) * VirtualTime.PS_PER_NS,
                list, item);
        }
        super.deliver(list, item, delayNs);
    }

    @Override
    public void submit(DmaEngine dma, Transfer transfer) {
        super.submit(dma, transfer);
        if (!node.isBeingBuilt()) {
            observer.onTransferRequested(path(), transfer, localPs());
        }
    }

    @Override
    public void programmedIo(DmaEngine dma, BusAgent target, int bytes) {
        super.programmedIo(dma, target, bytes);
        if (target.id() != dma.busAgent().id() && !node.isBeingBuilt()) {
            observer.onProgrammedIo(path(), bytes, localPs());
        }
    }

    @Override
    public void occupies(String wire, long fromNs, long toNs, MemorySegment memory, long offset, int length) {
        observer.onWire(path(), wire, memory, offset, length, fromNs * VirtualTime.PS_PER_NS, toNs * VirtualTime.PS_PER_NS);
    }
}
