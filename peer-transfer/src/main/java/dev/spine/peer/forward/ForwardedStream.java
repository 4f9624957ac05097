package dev.spine.peer.forward;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.display.PacketsWriter;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.i2o.message.display.PutReply;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.MessageRoute;
import dev.spine.iop.kernel.Request;
import dev.spine.iop.packet.Packet;
import dev.spine.peer.PeerConnection;
import org.jspecify.annotations.Nullable;

/**
 * One stream on its way to one window. Belongs to the card's agent; allocates nothing after construction.
 *
 * <p>A batch is free, gathers, waits for a frame (in order), or is at the display.
 */
final class ForwardedStream {
    private final int index;
    private final ForwardStart asked;
    private final PixelFormat format;
    private PeerConnection connection;
    private final DeviceContext device;
    private final AgentContext agent;
    private final ForwarderSettings settings;
    private final PacketsWriter writer = new PacketsWriter();
    private final PacketBatch[] batches;
    private final PacketBatch[] free;
    private final PacketBatch[] ready;
    private int freeCount;
    private int readyHead;
    private int readyCount;
    private int outstanding;
    private @Nullable PacketBatch gathering;
    /** Whether what was gathered may leave half full: no further packet has come since the end of a burst. */
    private boolean burstEnded;
    private @Nullable Request starting;
    private @Nullable Request stopping;
    private long messages;
    private long taken;
    private long put;
    private long refused;
    private long dropped;
    private long unanswered;
    private long malformed;

    ForwardedStream(int index, ForwardStart asked, PixelFormat format, PeerConnection connection, DeviceContext device,
        ForwarderSettings settings, Request starting) {
        this.index = index;
        this.asked = asked;
        this.format = format;
        this.connection = connection;
        this.device = device;
        this.agent = device.agent();
        this.settings = settings;
        this.starting = starting;
        this.batches = new PacketBatch[settings.window()];
        this.free = new PacketBatch[settings.window()];
        this.ready = new PacketBatch[settings.window()];
        for (int i = 0; i < batches.length; i++) {
            batches[i] = new PacketBatch(i, settings.batchPackets());
            free[i] = batches[i];
        }
        this.freeCount = batches.length;
    }

    ForwardStart asked() {
        return asked;
    }

    PeerConnection connection() {
        return connection;
    }

    /** The connection was asked for again. */
    void connection(PeerConnection again) {
        connection = again;
    }

    /** The host's START, while it has not been answered. */
    @Nullable Request starting() {
        return starting;
    }

    void started() {
        starting = null;
    }

    /** The host's STOP, from which on no packet is taken. */
    @Nullable Request stopping() {
        return stopping;
    }

    void stop(Request request) {
        stopping = request;
        dropUnsent();
    }

    /** Whether no packet of the stream is at the display. */
    boolean isDrained() {
        return outstanding == 0;
    }

    ForwardStatus status() {
        return new ForwardStatus(messages, taken, put, refused, dropped, unanswered, malformed);
    }

    // --- from the card

    /** A packet of this stream; true: it was taken, for good or bad. */
    boolean onPacket(Packet packet, VideoPacket view) {
        if (stopping != null || starting != null) {
            return false;
        }
        taken++;
        burstEnded = false;
        MessageRoute route = connection.route();
        if (!view.parse(format)) {
            malformed++;
            device.counters().increment(Counter.PACKETS_BAD);
            packet.release(agent);
        } else if (route == null || !gather(packet, view, route.frameBytes())) {
            dropped++;
            device.counters().increment(Counter.PACKETS_NO_BUFFER);
            packet.release(agent);
        }
        return true;
    }

    private boolean gather(Packet packet, VideoPacket view, int frameBytes) {
        agent.charge(Op.SGL_ELEMENT);
        PacketBatch batch = gathering;
        if (batch != null && !batch.add(packet, view, frameBytes)) {
            close(batch);
            batch = null;
        } else if (batch != null) {
            return closeIfFull(batch, frameBytes);
        }
        if (freeCount == 0) {
            return false;
        }
        batch = free[--freeCount];
        batch.begin();
        gathering = batch;
        if (!batch.add(packet, view, frameBytes)) {
            // One packet with more lines than a frame holds headers.
            gathering = null;
            free[freeCount++] = batch;
            return false;
        }
        return closeIfFull(batch, frameBytes);
    }

    private boolean closeIfFull(PacketBatch batch, int frameBytes) {
        if (batch.isFull(frameBytes)) {
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
        PacketBatch batch = gathering;
        if (batch != null && burstEnded && readyCount == 0) {
            close(batch);
        }
    }

    private void close(PacketBatch batch) {
        gathering = null;
        batch.deadlineNs(agent.nowNs() + settings.sendTimeoutNs());
        ready[(readyHead + readyCount++) % ready.length] = batch;
        sendReady();
    }

    private PacketBatch takeReady() {
        PacketBatch batch = ready[readyHead];
        readyHead = (readyHead + 1) % ready.length;
        readyCount--;
        return batch;
    }

    // --- to the display

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
            PacketBatch batch = takeReady();
            agent.charge(Op.BUILD_FRAME);
            batch.write(writer, frame, route, index, asked.window(), format);
            route.post();
            batch.deadlineNs(agent.nowNs() + settings.replyTimeoutNs());
            outstanding++;
            messages++;
            work++;
        }
        return work;
    }

    /** The display's answer to a message of this stream, or a transport failure. */
    void onReply(MessageFrame reply) {
        int cookie = reply.transactionContext();
        int at = cookie & 0xFF;
        PacketBatch batch = at < batches.length ? batches[at] : null;
        if (batch == null || !batch.isSent() || batch.cookie() != cookie) {
            device.counters().increment(Counter.STRAY_REPLIES);
            return;
        }
        int count = batch.count();
        int done = reply.isFail() ? 0 : Math.min(count, PutReply.PUT.get(reply));
        put += done;
        refused += count - done;
        giveBack(batch);
    }

    private void giveBack(PacketBatch batch) {
        batch.release(agent);
        free[freeCount++] = batch;
        outstanding--;
    }

    // --- time

    /** Sends what waits, and gives up what has waited too long; returns how much was done. */
    int advance() {
        boolean lingering = gathering != null && burstEnded;
        if (readyCount == 0 && outstanding == 0 && !lingering) {
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
        long earliest = readyCount > 0 ? ready[readyHead].deadlineNs() : Long.MAX_VALUE;
        if (outstanding > 0) {
            for (PacketBatch batch : batches) {
                if (batch.isSent()) {
                    if (gone || batch.deadlineNs() <= now) {
                        unanswered += batch.count();
                        giveBack(batch);
                        work++;
                    } else {
                        earliest = Math.min(earliest, batch.deadlineNs());
                    }
                }
            }
        }
        if (earliest != Long.MAX_VALUE) {
            agent.wakeAt(earliest);
        }
        return work;
    }

    private void drop(PacketBatch batch) {
        int released = batch.release(agent);
        dropped += released;
        device.counters().add(Counter.PACKETS_NO_BUFFER, released);
        free[freeCount++] = batch;
    }

    /** Drops what has not left: external operation ends, or the stream. */
    void dropUnsent() {
        PacketBatch batch = gathering;
        if (batch != null) {
            gathering = null;
            drop(batch);
        }
        while (readyCount > 0) {
            drop(takeReady());
        }
    }

    /** Gives all packets back, also those at the display: reset. */
    void releaseAll() {
        dropUnsent();
        for (PacketBatch batch : batches) {
            if (batch.isSent()) {
                unanswered += batch.count();
                giveBack(batch);
            }
        }
    }
}
