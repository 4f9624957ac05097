package dev.spine.iop.engine;

import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Transfer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A DMA engine as a timed resource: transfers one after the other, each after its set-up time, chunk by chunk over the bus.
 *
 * <p>Its bytes move, are checked and are accounted in the one event at a chunk's end.
 */
final class ModelledDma {
    private final ModelledNode node;
    private final DmaEngine dma;
    private final ModelledBus bus;
    private final DmaTiming timing;
    private final long setupPs;
    private final int endPoint;
    private final String name;
    private final @Nullable EngineObserver observer;
    private final ArrayDeque<Transfer> queue = new ArrayDeque<>();
    private @Nullable Transfer current;

    ModelledDma(ModelledNode node, DmaEngine dma, ModelledBus bus, DmaTiming timing, ModelledContext user,
        @Nullable EngineObserver observer) {
        this.node = node;
        this.dma = dma;
        this.bus = bus;
        this.timing = timing;
        this.setupPs = timing.setupNs() * ModelledEngine.PS_PER_NS;
        this.endPoint = EventOrder.FIRST_DMA + user.endPoint();
        this.name = user.path() + " dma";
        this.observer = observer;
    }

    DmaEngine dma() {
        return dma;
    }

    ModelledBus bus() {
        return bus;
    }

    int endPoint() {
        return endPoint;
    }

    String name() {
        return name;
    }

    @Nullable Transfer current() {
        return current;
    }

    /** How many transfers wait for the present one to end. */
    int waiting() {
        return queue.size();
    }

    /** A request arrives. */
    void onRequest(Transfer transfer, long nowPs) {
        if (current == null) {
            begin(transfer, nowPs);
        } else {
            queue.add(transfer);
        }
    }

    private void begin(Transfer first, long nowPs) {
        for (Transfer transfer = first; transfer != null; transfer = queue.poll()) {
            if (dma.admit(transfer)) {
                current = transfer;
                if (observer != null) {
                    observer.onTransferBegun(name, transfer, nowPs);
                }
                if (setupPs > 0) {
                    node.effects().busRequest(this, nowPs + setupPs);
                } else {
                    onBusRequest(nowPs);
                }
                return;
            }
            end(transfer, nowPs);
        }
    }

    private void end(Transfer transfer, long nowPs) {
        if (observer != null) {
            observer.onTransferEnded(name, transfer, nowPs);
        }
        node.arrive(transfer.completions(), transfer, nowPs);
    }

    /** The bus is asked for the next chunk; copies within the box need none. */
    void onBusRequest(long nowPs) {
        Transfer transfer = current;
        if (transfer == null) {
            return;
        }
        int bytes = dma.nextChunkBytes(transfer);
        int crossing = dma.nextChunkCrossingBytes(transfer);
        long end = nowPs;
        if (crossing > 0) {
            end = bus.take(nowPs, bus.timing().chunkPs(crossing), name);
        }
        if (bytes > crossing) {
            end += timing.localPs(bytes - crossing);
        }
        if (observer != null) {
            observer.onChunk(name, transfer, bytes, nowPs, end);
        }
        node.effects().chunkEnd(this, end);
    }

    /** A chunk has crossed. */
    void onChunkEnd(long nowPs) {
        Transfer transfer = current;
        if (transfer == null) {
            return;
        }
        if (!dma.moveChunk(transfer)) {
            node.effects().busRequest(this, nowPs);
            return;
        }
        current = null;
        end(transfer, nowPs);
        Transfer next = queue.poll();
        if (next != null) {
            begin(next, nowPs);
        }
    }
}
