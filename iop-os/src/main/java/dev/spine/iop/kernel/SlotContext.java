package dev.spine.iop.kernel;

import dev.spine.i2o.Tid;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.AgentContext;
import org.jspecify.annotations.Nullable;

/** What one module sees of its kernel. */
final class SlotContext implements DeviceContext {
    private final IopKernel kernel;
    private final DeviceSlot slot;

    SlotContext(IopKernel kernel, DeviceSlot slot) {
        this.kernel = kernel;
        this.slot = slot;
    }

    @Override
    public int tid() {
        return slot.tid();
    }

    @Override
    public AgentContext agent() {
        return kernel.agent();
    }

    @Override
    public DmaEngine dma() {
        return kernel.dma();
    }

    @Override
    public BusAgent busAgent() {
        return kernel.busAgent();
    }

    @Override
    public @Nullable MessageRoute route(int tid) {
        AliasEntry alias = kernel.connection(tid);
        if (alias != null) {
            QueuePair queuePair = alias.localTid() == slot.tid() ? alias.requestQueuePair() : null;
            return queuePair == null ? null : new MessageRoute(agent(), dma(), alias.remote(), queuePair, alias.aliasOfLocal(),
                alias.remoteTid(), alias.alias(), kernel.paths().gate(alias.remoteTid(), alias.remoteIopId()));
        }
        if (tid == Tid.HOST) {
            return kernel.toHost();
        }
        return kernel.device(tid) == null ? null : kernel.toLocal(slot.tid(), tid);
    }

    @Override
    public <T> void publish(Class<T> type, T service) {
        kernel.roster().publish(type, service);
    }

    @Override
    public <T> @Nullable T service(Class<T> type) {
        return kernel.roster().service(type);
    }

    @Override
    public void controls(long memoryBase) {
        kernel.roster().controls(slot, memoryBase);
    }

    @Override
    public void hold() {
        slot.hold(true);
    }

    @Override
    public void resume() {
        kernel.resume(slot);
    }

    @Override
    public void changed() {
        kernel.changed(slot);
    }

    @Override
    public IopCounters counters() {
        return kernel.counters();
    }

    @Override
    public IopDirectory directory() {
        return kernel;
    }
}
