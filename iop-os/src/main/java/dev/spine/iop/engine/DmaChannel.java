package dev.spine.iop.engine;

import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Transfer;
import org.jspecify.annotations.Nullable;

/**
 * One channel of a modelled DMA engine: a transfer at a time, after its set-up time, chunk by chunk over the bus. It keeps account of its
 * time and of the bytes for which it took the bus.
 *
 * <p>The bytes of a chunk move, are checked and are entered in the box's account in the one event at the chunk's end.
 */
final class DmaChannel {
    private final ModelledNode node;
    private final ModelledDma owner;
    private final DmaEngine dma;
    private final ModelledBus bus;
    private final DmaTiming timing;
    private final @Nullable EngineObserver observer;
    private final long oneSetupPs;
    private @Nullable Transfer current;
    /** Of the chunk that is under way. */
    private int chunkBytes;
    private int crossingBytes;

    /** Up to when the sums account for the channel's time. */
    private long untilPs;
    private long setupPs;
    private long waitingPs;
    private long busPs;
    private long localPs;
    private long idlePs;
    /** How much of the last part of {@link #untilPs} is work, the rest being waiting. */
    private long lastBusyPs;
    private long askedBytes;
    private long droppedBytes;

    DmaChannel(ModelledNode node, ModelledDma owner, DmaTiming timing, @Nullable EngineObserver observer) {
        this.node = node;
        this.owner = owner;
        this.dma = owner.dma();
        this.bus = owner.bus();
        this.timing = timing;
        this.observer = observer;
        this.oneSetupPs = timing.setupNs() * ModelledEngine.PS_PER_NS;
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
            node.effects().busRequest(this, untilPs);
        } else {
            onBusRequest(nowPs);
        }
    }

    /** The bus is asked for the next chunk; copies within the box need none. */
    void onBusRequest(long nowPs) {
        Transfer transfer = current;
        if (transfer == null) {
            return;
        }
        chunkBytes = dma.nextChunkBytes(transfer);
        crossingBytes = dma.nextChunkCrossingBytes(transfer);
        long end = nowPs;
        lastBusyPs = 0;
        if (crossingBytes > 0) {
            long durationPs = bus.timing().chunkPs(crossingBytes);
            end = bus.take(nowPs, durationPs, owner.name());
            askedBytes += crossingBytes;
            waitingPs += end - durationPs - nowPs;
            busPs += durationPs;
            lastBusyPs = durationPs;
        }
        if (chunkBytes > crossingBytes) {
            long durationPs = timing.localPs(chunkBytes - crossingBytes);
            localPs += durationPs;
            lastBusyPs += durationPs;
            end += durationPs;
        }
        untilPs = end;
        if (observer != null) {
            observer.onChunk(owner.name(), transfer, chunkBytes, nowPs, end);
        }
        node.effects().chunkEnd(this, end);
    }

    /** A chunk has crossed. */
    void onChunkEnd(long nowPs) {
        Transfer transfer = current;
        if (transfer == null) {
            return;
        }
        long movedBefore = transfer.bytesMoved();
        boolean ended = dma.moveChunk(transfer);
        if (transfer.bytesMoved() - movedBefore != chunkBytes) {
            droppedBytes += crossingBytes - Math.min(crossingBytes, transfer.bytesMoved() - movedBefore);
        }
        crossingBytes = 0;
        if (!ended) {
            node.effects().busRequest(this, nowPs);
            return;
        }
        current = null;
        owner.ended(transfer, nowPs);
    }

    // --- the account of its time and bytes

    /** Time taken by set-up, by moving, and by waiting for the bus, and time without a transfer: together what has passed. */
    long accountedPs(long nowPs) {
        return busyPs(nowPs) + waitingPs(nowPs) + idlePs(nowPs);
    }

    long busyPs(long nowPs) {
        return setupPs + busPs + localPs - Math.min(aheadPs(nowPs), lastBusyPs);
    }

    long waitingPs(long nowPs) {
        return waitingPs - Math.max(0, aheadPs(nowPs) - lastBusyPs);
    }

    private long aheadPs(long nowPs) {
        return Math.max(0, untilPs - nowPs);
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

    /** Those of them that are under way. */
    long bytesUnderWay() {
        return crossingBytes;
    }
}
