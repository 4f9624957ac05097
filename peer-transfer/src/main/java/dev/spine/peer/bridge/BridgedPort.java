package dev.spine.peer.bridge;

import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.LanSendReply;
import dev.spine.i2o.sgl.SglWriter;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.MessageRoute;
import dev.spine.iop.packet.Offload;
import dev.spine.iop.packet.Packet;
import dev.spine.peer.PeerConnection;
import org.jspecify.annotations.Nullable;

/**
 * The packets on their way to one LAN port of another IOP. Belongs to the card's agent; allocates nothing after construction.
 *
 * <p>A batch is free, gathers, waits for a frame (in order), or is at the other port.
 */
final class BridgedPort {
    /** A packet in a message: flags and count, context, address. */
    private static final int PACKET_WORDS = 3;

    private final BridgeStart asked;
    private final DeviceContext device;
    private final AgentContext agent;
    private final BridgeSettings settings;
    private final SglWriter sgl = new SglWriter();
    private final BridgeBatch[] batches;
    private final BridgeBatch[] free;
    private final BridgeBatch[] ready;
    private final int packetsPerMessage;
    private PeerConnection connection;
    private int freeCount;
    private int readyHead;
    private int readyCount;
    private int outstanding;
    private @Nullable BridgeBatch gathering;
    /** Whether what was gathered may leave half full: no further packet has come since the end of a burst. */
    private boolean burstEnded;
    /** No message at the other port is due before this time: they leave in the order of their deadlines. */
    private long nextDueNs;
    private long messages;
    private long taken;
    private long sent;
    private long refused;
    private long dropped;
    private long unanswered;

    BridgedPort(BridgeStart asked, PeerConnection connection, DeviceContext device, BridgeSettings settings) {
        this.asked = asked;
        this.connection = connection;
        this.device = device;
        this.agent = device.agent();
        this.settings = settings;
        this.packetsPerMessage = Math.min(asked.packetsPerMessage(), settings.batchPackets());
        this.batches = new BridgeBatch[settings.window()];
        this.free = new BridgeBatch[settings.window()];
        this.ready = new BridgeBatch[settings.window()];
        for (int i = 0; i < batches.length; i++) {
            batches[i] = new BridgeBatch(i, packetsPerMessage);
            free[i] = batches[i];
        }
        this.freeCount = batches.length;
    }

    BridgeStart asked() {
        return asked;
    }

    PeerConnection connection() {
        return connection;
    }

    /** The connection was asked for again. */
    void connection(PeerConnection again) {
        connection = again;
    }

    /** Whether no packet is at the other port. */
    boolean isDrained() {
        return outstanding == 0;
    }

    BridgeStatus status() {
        return new BridgeStatus(messages, taken, sent, refused, dropped, unanswered);
    }

    // --- from the card

    /** Takes a packet, for good or bad. */
    void take(Packet packet) {
        taken++;
        burstEnded = false;
        MessageRoute route = connection.route();
        // The LAN class names complete frames only.
        if (packet.offload() != Offload.NONE || route == null || !gather(packet, route.frameBytes())) {
            dropped++;
            device.counters().increment(Counter.PACKETS_NO_BUFFER);
            packet.release(agent);
        }
    }

    private boolean gather(Packet packet, int frameBytes) {
        BridgeBatch batch = gathering;
        if (batch == null) {
            if (freeCount == 0) {
                return false;
            }
            batch = free[--freeCount];
            gathering = batch;
        }
        agent.charge(Op.SGL_ELEMENT);
        batch.add(packet);
        int room = frameBytes / Integer.BYTES - MessageFrame.HEADER_WORDS;
        if (batch.count() == packetsPerMessage || (batch.count() + 1) * PACKET_WORDS > room) {
            close(batch);
        }
        return true;
    }

    /** The burst has ended: what was gathered leaves, unless others wait for a frame before it; then it goes on filling. */
    void onBurstEnd() {
        burstEnded = true;
        closeIfDue();
    }

    private void closeIfDue() {
        BridgeBatch batch = gathering;
        if (batch != null && burstEnded && readyCount == 0) {
            close(batch);
        }
    }

    private void close(BridgeBatch batch) {
        gathering = null;
        batch.deadlineNs(agent.nowNs() + settings.sendTimeoutNs());
        ready[(readyHead + readyCount++) % ready.length] = batch;
        sendReady();
    }

    private BridgeBatch takeReady() {
        BridgeBatch batch = ready[readyHead];
        readyHead = (readyHead + 1) % ready.length;
        readyCount--;
        return batch;
    }

    // --- to the other port

    private int sendReady() {
        MessageRoute route = connection.route();
        int work = 0;
        while (readyCount > 0 && route != null) {
            MessageFrame frame = route.open();
            if (frame == null) {
                device.counters().increment(Counter.NO_FRAME);
                route.wakeMe();
                break;
            }
            BridgeBatch batch = takeReady();
            agent.charge(Op.BUILD_FRAME);
            batch.write(sgl, frame, route);
            route.post();
            batch.deadlineNs(agent.nowNs() + settings.replyTimeoutNs());
            if (outstanding++ == 0) {
                nextDueNs = batch.deadlineNs();
            }
            messages++;
            work++;
        }
        return work;
    }

    /** An answer to a message, perhaps one of several, or a transport failure; false: to no message that is known. */
    boolean onReply(MessageFrame reply) {
        int cookie = reply.initiatorContext();
        int at = cookie & 0xFF;
        BridgeBatch batch = at < batches.length ? batches[at] : null;
        if (batch == null || !batch.isSent() || batch.cookie() != cookie) {
            return false;
        }
        boolean named = !reply.isFail() && reply.requestStatus() != RequestStatus.TRANSACTION_ERROR;
        int contexts = named ? LanSendReply.count(reply) : 0;
        for (int i = 0; i < contexts; i++) {
            if (batch.release(LanSendReply.context(reply, i), agent)) {
                if (reply.requestStatus() == RequestStatus.SUCCESS) {
                    sent++;
                } else {
                    refused++;
                }
            }
        }
        if (!named || (reply.flags() & MessageFlags.LAST) != 0) {
            refused += batch.left();
            giveBack(batch);
        }
        return true;
    }

    private void giveBack(BridgeBatch batch) {
        batch.end(agent);
        free[freeCount++] = batch;
        outstanding--;
    }

    // --- time

    /** Sends what waits, and gives up what has waited too long; returns how much was done. */
    int advance() {
        if (readyCount == 0 && outstanding == 0 && gathering == null) {
            return 0;
        }
        PeerConnection.State state = connection.state();
        boolean gone = state == PeerConnection.State.LOST || state == PeerConnection.State.REFUSED;
        int work = sendReady();
        closeIfDue();
        long now = agent.nowNs();
        while (readyCount > 0 && (gone || ready[readyHead].deadlineNs() <= now)) {
            drop(takeReady());
            work++;
        }
        if (outstanding > 0 && (gone || nextDueNs <= now)) {
            work += giveUp(gone, now);
        }
        long earliest = Math.min(readyCount > 0 ? ready[readyHead].deadlineNs() : Long.MAX_VALUE,
            outstanding > 0 ? nextDueNs : Long.MAX_VALUE);
        if (earliest != Long.MAX_VALUE) {
            agent.wakeAt(earliest);
        }
        return work;
    }

    private int giveUp(boolean gone, long now) {
        int work = 0;
        nextDueNs = Long.MAX_VALUE;
        for (BridgeBatch batch : batches) {
            if (batch.isSent() && (gone || batch.deadlineNs() <= now)) {
                unanswered += batch.left();
                giveBack(batch);
                work++;
            } else if (batch.isSent()) {
                nextDueNs = Math.min(nextDueNs, batch.deadlineNs());
            }
        }
        return work;
    }

    private void drop(BridgeBatch batch) {
        int released = batch.end(agent);
        dropped += released;
        device.counters().add(Counter.PACKETS_NO_BUFFER, released);
        free[freeCount++] = batch;
    }

    /** Drops what has not left: external operation ends, or the bridge. */
    void dropUnsent() {
        BridgeBatch batch = gathering;
        if (batch != null) {
            gathering = null;
            drop(batch);
        }
        while (readyCount > 0) {
            drop(takeReady());
        }
    }

    /** Gives all packets back, also those at the other port: reset. */
    void releaseAll() {
        dropUnsent();
        for (BridgeBatch batch : batches) {
            if (batch.isSent()) {
                unanswered += batch.left();
                giveBack(batch);
            }
        }
    }
}
