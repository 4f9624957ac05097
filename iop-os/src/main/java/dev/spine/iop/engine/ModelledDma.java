package dev.spine.iop.engine;

import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Transfer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A DMA engine as a timed resource: transfers in the order in which they come, one after the other. */
final class ModelledDma {
    private final ModelledNode node;
    private final DmaEngine dma;
    private final ModelledBus bus;
    private final int endPoint;
    private final String name;
    private final @Nullable EngineObserver observer;
    private final DmaChannel channel;
    private final ArrayDeque<Transfer> queue = new ArrayDeque<>();
    private long accepted;
    private long ended;

    ModelledDma(ModelledNode node, DmaEngine dma, ModelledBus bus, DmaTiming timing, ModelledContext user,
        @Nullable EngineObserver observer) {
        this.node = node;
        this.dma = dma;
        this.bus = bus;
        this.endPoint = EventOrder.FIRST_DMA + user.endPoint();
        this.name = user.path() + " dma";
        this.observer = observer;
        this.channel = new DmaChannel(node, this, timing, observer);
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

    DmaChannel channel() {
        return channel;
    }

    @Nullable Transfer current() {
        return channel.current();
    }

    /** How many transfers wait for the present one to end. */
    int waiting() {
        return queue.size();
    }

    /** A transfer was taken over from its user; its request is on the way. */
    void accepted() {
        accepted++;
    }

    /** A request arrives. */
    void onRequest(Transfer transfer, long nowPs) {
        if (channel.current() == null) {
            begin(transfer, nowPs);
        } else {
            queue.add(transfer);
        }
    }

    private void begin(Transfer first, long nowPs) {
        for (Transfer transfer = first; transfer != null; transfer = queue.poll()) {
            if (dma.admit(transfer)) {
                channel.begin(transfer, nowPs);
                return;
            }
            complete(transfer, nowPs);
        }
    }

    private void complete(Transfer transfer, long nowPs) {
        ended++;
        if (observer != null) {
            observer.onTransferEnded(name, transfer, nowPs);
        }
        node.arrive(transfer.completions(), transfer, nowPs);
    }

    /** A channel is done with a transfer and free for the next one. */
    void ended(Transfer transfer, long nowPs) {
        complete(transfer, nowPs);
        Transfer next = queue.poll();
        if (next != null) {
            begin(next, nowPs);
        }
    }

    /** How many transfers were taken over. */
    long acceptedTransfers() {
        return accepted;
    }

    /** How many of them have come to their end, whatever it was. */
    long endedTransfers() {
        return ended;
    }
}
