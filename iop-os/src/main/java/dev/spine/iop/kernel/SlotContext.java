package dev.spine.iop.kernel;

import dev.spine.i2o.Tid;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.AgentContext;
import org.jspecify.annotations.Nullable;

/** What one module sees of its IOP. */
record SlotContext(IopParts parts, DeviceSlot slot) implements DeviceContext {
    @Override
    public int tid() {
        return slot.tid();
    }

    @Override
    public AgentContext agent() {
        return parts.routes().agent();
    }

    @Override
    public DmaEngine dma() {
        return parts.routes().dma();
    }

    @Override
    public BusAgent busAgent() {
        return dma().busAgent();
    }

    @Override
    public @Nullable MessageRoute route(int tid) {
        AliasEntry alias = directory().connection(tid);
        if (alias != null) {
            return alias.localTid() == slot.tid() ? parts.routes().toPeer(alias, directory().paths()) : null;
        }
        if (tid == Tid.HOST) {
            return parts.routes().toHost();
        }
        return directory().device(tid) == null ? null : parts.routes().toLocal(slot.tid(), tid);
    }

    @Override
    public <T> void publish(Class<T> type, T service) {
        parts.services().put(type, service);
    }

    @Override
    public <T> @Nullable T service(Class<T> type) {
        return type.cast(parts.services().get(type));
    }

    @Override
    public void controls(long memoryBase) {
        directory().controls(slot, memoryBase);
    }

    @Override
    public void hold() {
        slot.hold(true);
    }

    @Override
    public void resume() {
        parts.resume().accept(slot);
    }

    @Override
    public void changed() {
        directory().changed(slot);
    }

    @Override
    public IopCounters counters() {
        return parts.counters();
    }

    @Override
    public IopDirectory directory() {
        return parts.directory();
    }

    @Override
    public InboundPorts ports() {
        return parts.ports();
    }

    @Override
    public ExternalConnections connections() {
        return parts.connections();
    }
}
