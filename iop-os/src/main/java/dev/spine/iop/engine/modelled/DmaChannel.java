package dev.spine.iop.engine.modelled;

import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.BusFabric;
import dev.spine.iop.engine.DmaTiming;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.MemoryBandwidth;
import org.jspecify.annotations.Nullable;

/**
 * One channel of a modelled DMA engine: a transfer at a time, after its set-up time, chunk by chunk over the bus. It keeps account of its
 * time and of the bytes for which it took the bus.
 *
 * <p>A chunk that reads another bus agent's memory waits for its first byte, once for each window that it asks for, before it takes the
 * bus; one that writes ends when its last byte has come through the bridge, if there is one. The bytes of a chunk move, are checked and are
 * entered in the bus agent's account in the one event at the chunk's end.
 */
final class DmaChannel implements BusRequest.User {
    private final ModelledNode node;
    private final ModelledDma owner;
    private final DmaEngine dma;
    private final ModelledBus bus;
    private final DmaTiming timing;
    private final MemoryBandwidth memory;
    private final BusRequest request;
    private final @Nullable EngineObserver observer;
    private final long oneSetupPs;
    private final long bridgePs;
    private final long readPs;
    /** Whether it matters between which bus agents a chunk goes, and in which direction. */
    private final boolean routed;
    private @Nullable Transfer current;
    /** Of the chunk that is in flight. */
    private int chunkBytes;
    private int crossingBytes;
    private long readyPs;
    /** Whether the chunk's first byte is on its way, and the next event is that it is there. */
    private boolean reading;
    private boolean onBus;

    /** Up to when the sums account for the channel's time; while a chunk is on the bus, until it went there. */
    private long untilPs;
    /** How much of the last part of it is work, the rest being waiting. */
    private long lastBusyPs;
    private long setupPs;
    private long waitingPs;
    private long busPs;
    private long localPs;
    private long idlePs;
    private long askedBytes;
    private long droppedBytes;

    DmaChannel(ModelledNode node, ModelledDma owner, MachineProfile profile, @Nullable EngineObserver observer) {
        this.node = node;
        this.owner = owner;
        this.dma = owner.dma();
        this.bus = owner.bus();
        this.timing = profile.dma();
        this.memory = profile.memory();
        this.request = new BusRequest(this, owner.name(), dma.busAgent().id(), profile.bus(), memory);
        this.observer = observer;
        this.oneSetupPs = timing.setupNs() * VirtualTime.PS_PER_NS;
        this.bridgePs = profile.fabric().bridgeNs() * VirtualTime.PS_PER_NS;
        this.readPs = profile.fabric().readNs() * VirtualTime.PS_PER_NS;
        this.routed = profile.fabric().topology() == BusFabric.Topology.SWITCHED || bridgePs > 0 || readPs > 0
            || memory.stolenPercent() > 0 || request.countsMemory();
    }

    ModelledDma owner() {
        return owner;
    }

    @Nullable Transfer current() {
        return current;
    }

    /** Begins a transfer that was admitted; the channel is free. */
    void begin(Transfer transfer, long nowPs) {
        current = transfer;
        idlePs += Math.max(0, nowPs - untilPs);
        setupPs += oneSetupPs;
        untilPs = nowPs + oneSetupPs;
        lastBusyPs = oneSetupPs;
        if (observer != null) {
            observer.onTransferBegun(owner.name(), transfer, nowPs);
        }
        if (oneSetupPs > 0) {
            node.effects().busRequest(owner.endPoint(), this, untilPs);
        } else {
            onBusRequest(nowPs);
        }
    }

    /** The bus is asked for the next chunk; copies within the bus agent need none. */
    void onBusRequest(long nowPs) {
        Transfer transfer = current;
        if (transfer == null) {
            return;
        }
        if (reading) {
            reading = false;
            takeBus(transfer, nowPs);
            return;
        }
        readyPs = nowPs;
        long chunk = dma.nextChunk(transfer);
        chunkBytes = DmaEngine.chunkBytes(chunk);
        crossingBytes = DmaEngine.crossingBytes(chunk);
        if (crossingBytes == 0) {
            lastBusyPs = 0;
            finish(transfer, nowPs);
            return;
        }
        request.bytes = timing.alignmentBytes() == 1 ? crossingBytes : dma.nextChunkCrossingBytes(transfer, timing.alignmentBytes());
        if (routed) {
            long latencyPs = route(transfer);
            if (latencyPs > 0) {
                reading = true;
                waitingPs += latencyPs;
                untilPs = nowPs + latencyPs;
                lastBusyPs = 0;
                node.effects().busRequest(owner.endPoint(), this, untilPs);
                return;
            }
        }
        takeBus(transfer, nowPs);
    }

    /** Finds out between which bus agents the chunk goes; returns how long a read waits for its first bytes. */
    private long route(Transfer transfer) {
        long route = dma.nextChunkRoute(transfer);
        request.from = DmaEngine.routeSource(route);
        request.to = DmaEngine.routeDestination(route);
        if (request.from == dma.busAgent().id()) {
            return 0;
        }
        long once = readPs + (request.from == BusAgent.HOST_ID ? 2 * bridgePs : 0);
        return once * timing.windows(crossingBytes);
    }

    private void takeBus(Transfer transfer, long nowPs) {
        askedBytes += crossingBytes;
        onBus = true;
        untilPs = nowPs;
        lastBusyPs = 0;
        long end = bus.request(request, nowPs);
        if (end != ModelledBus.LATER) {
            onBus = false;
            waitingPs += end - lastBusyPs - nowPs;
            finish(transfer, end);
        }
    }

    @Override
    public void held(long ps) {
        busPs += ps;
        lastBusyPs = ps;
    }

    @Override
    public void crossed(long endPs) {
        Transfer transfer = current;
        if (transfer != null) {
            onBus = false;
            waitingPs += endPs - lastBusyPs - untilPs;
            finish(transfer, endPs);
        }
    }

    /**
     * All that crosses has crossed at {@code crossedPs}: what stays within the bus agent is copied, and what was written passes the bridge.
     */
    private void finish(Transfer transfer, long crossedPs) {
        long end = crossedPs;
        if (chunkBytes > crossingBytes) {
            long durationPs = timing.localPs(chunkBytes - crossingBytes);
            localPs += durationPs;
            lastBusyPs += durationPs;
            end += durationPs;
        }
        if (bridgePs > 0 && crossingBytes > 0 && request.to == BusAgent.HOST_ID && request.from == dma.busAgent().id()) {
            waitingPs += bridgePs;
            end += bridgePs;
        }
        untilPs = end;
        if (observer != null) {
            observer.onChunk(owner.name(), transfer, chunkBytes, readyPs, end);
        }
        node.effects().chunkEnd(owner.endPoint(), this, end);
    }

    /** A chunk has crossed. */
    void onChunkEnd(long nowPs) {
        Transfer transfer = current;
        if (transfer == null) {
            return;
        }
        if (memory.stolenPercent() > 0) {
            steal(nowPs);
        }
        long movedBefore = transfer.bytesMoved();
        boolean ended = dma.moveChunk(transfer);
        if (transfer.bytesMoved() - movedBefore != chunkBytes) {
            droppedBytes += crossingBytes - Math.min(crossingBytes, transfer.bytesMoved() - movedBefore);
        }
        crossingBytes = 0;
        if (!ended) {
            askAgain(nowPs);
            return;
        }
        current = null;
        owner.ended(this, transfer, nowPs);
    }

    /** For the next chunk. It takes its place among the requests of this instant, and needs no event for that when it is the only one. */
    private void askAgain(long nowPs) {
        if (node.firstTime() > nowPs) {
            onBusRequest(nowPs);
        } else {
            node.effects().busRequest(owner.endPoint(), this, nowPs);
        }
    }

    /** The chunk has taken memories, each for its bytes, and its own bus agent's for what was copied there, twice: read and written. */
    private void steal(long nowPs) {
        boolean host = dma.busAgent().isHost();
        steal(dma.busAgent().id(), memory.stolenPs(2 * (chunkBytes - crossingBytes), host), nowPs);
        if (crossingBytes > 0) {
            steal(request.from, memory.stolenPs(crossingBytes, request.from == BusAgent.HOST_ID), nowPs);
            steal(request.to, memory.stolenPs(crossingBytes, request.to == BusAgent.HOST_ID), nowPs);
        }
    }

    private void steal(int busAgent, long ps, long nowPs) {
        ModelledContext agent = ps == 0 ? null : node.resources().agentOf(bus, busAgent);
        if (agent != null) {
            agent.steal(ps, nowPs);
        }
    }

    // --- the account of its time and bytes

    /** Time taken by set-up, by moving, and by waiting for the bus, and time without a transfer: together what has passed. */
    long accountedPs(long nowPs) {
        return busyPs(nowPs) + waitingPs(nowPs) + idlePs(nowPs);
    }

    long busyPs(long nowPs) {
        return setupPs + busPs + localPs - Math.min(aheadPs(nowPs), lastBusyPs) - (onBus ? lastBusyPs : 0);
    }

    long waitingPs(long nowPs) {
        return waitingPs - Math.max(0, aheadPs(nowPs) - lastBusyPs) + (onBus ? Math.max(0, nowPs - untilPs) : 0);
    }

    private long aheadPs(long nowPs) {
        return onBus ? 0 : Math.max(0, untilPs - nowPs);
    }

    long idlePs(long nowPs) {
        return idlePs + (current == null ? Math.max(0, nowPs - untilPs) : 0);
    }

    /** For how long the bus was given to it, or will be by what was granted so far. */
    long busPs() {
        return busPs;
    }

    /** Bytes for which it asked for the bus. */
    long askedBytes() {
        return askedBytes;
    }

    /** Those of them that did not arrive, because the transfer was refused or cancelled at the chunk's end. */
    long droppedBytes() {
        return droppedBytes;
    }

    /** Those of them that are in flight. */
    long bytesInFlight() {
        return reading ? 0 : crossingBytes;
    }
}
