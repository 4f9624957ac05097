package dev.spine.iop.engine.modelled;

import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.MachineProfile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A DMA engine as a timed resource: transfers in the order in which they come, as many at once as it has channels. */
final class ModelledDma {
    private final ModelledNode node;
    private final DmaEngine dma;
    private final ModelledBus bus;
    private final ModelledContext user;
    private final int endPoint;
    private final String name;
    private final @Nullable EngineObserver observer;
    private final DmaChannel[] channels;
    private final ArrayDeque<Transfer> queue = new ArrayDeque<>();
    private long accepted;
    private long ended;

    ModelledDma(ModelledNode node, DmaEngine dma, ModelledBus bus, MachineProfile profile, ModelledContext user,
        @Nullable EngineObserver observer) {
        this.node = node;
        this.dma = dma;
        this.bus = bus;
        this.user = user;
        this.endPoint = EventOrder.FIRST_DMA + user.endPoint();
        this.name = user.path() + " dma";
        this.observer = observer;
        this.channels = new DmaChannel[profile.dma().channels()];
        for (int i = 0; i < channels.length; i++) {
            channels[i] = new DmaChannel(node, this, profile, observer);
        }
    }

    DmaEngine dma() {
        return dma;
    }

    ModelledBus bus() {
        return bus;
    }

    /** Whose bus agent it is. */
    ModelledContext user() {
        return user;
    }

    int endPoint() {
        return endPoint;
    }

    String name() {
        return name;
    }

    DmaChannel[] channels() {
        return channels;
    }

    /** The transfers that are in flight, in the order of the channels. */
    List<Transfer> current() {
        List<Transfer> current = new ArrayList<>();
        for (DmaChannel channel : channels) {
            Transfer transfer = channel.current();
            if (transfer != null) {
                current.add(transfer);
            }
        }
        return current;
    }

    /** How many transfers are in flight. */
    int inFlight() {
        int count = 0;
        for (DmaChannel channel : channels) {
            count += channel.current() == null ? 0 : 1;
        }
        return count;
    }

    /** How many transfers wait for a channel. */
    int waiting() {
        return queue.size();
    }

    /** A transfer was taken over from its user; its request is on the way. */
    void accepted() {
        accepted++;
    }

    /** A request arrives. */
    void onRequest(Transfer transfer, long nowPs) {
        for (DmaChannel channel : channels) {
            if (channel.current() == null) {
                begin(channel, transfer, nowPs);
                return;
            }
        }
        queue.add(transfer);
    }

    private void begin(DmaChannel channel, Transfer first, long nowPs) {
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
    void ended(DmaChannel channel, Transfer transfer, long nowPs) {
        complete(transfer, nowPs);
        Transfer next = queue.poll();
        if (next != null) {
            begin(channel, next, nowPs);
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
