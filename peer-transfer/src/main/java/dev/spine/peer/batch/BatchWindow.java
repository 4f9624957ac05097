package dev.spine.peer.batch;

import dev.spine.i2o.MessageFrame;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.MessageRoute;
import dev.spine.iop.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * The batches on their way to one device on another IOP: flow control is their number. Belongs to the card's agent; allocates nothing after
 * construction.
 *
 * <p>A batch is free, gathers, waits for a frame (in order), or is sent. What finds no frame waits in its batch; what finds no batch is
 * dropped and counted. A batch that is not answered in time is given up.
 */
public final class BatchWindow {
    private final DeviceContext device;
    private final AgentContext agent;
    private final PeerPath path;
    private final WindowSettings settings;
    private final BatchNumbers numbers;
    private final BatchWriter writer;
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
    /** No sent message is due before this time: they leave in the order of their deadlines. */
    private long nextDueNs;
    private long messages;
    private long dropped;
    private long unanswered;

    /**
     * A window of which all batches are free.
     *
     * @param device whose packets they are
     * @param path to the device that they are for
     * @param settings its size and times
     * @param numbers of the device's messages
     * @param writer writes the messages
     */
    public BatchWindow(DeviceContext device, PeerPath path, WindowSettings settings, BatchNumbers numbers, BatchWriter writer) {
        this.device = device;
        this.agent = device.agent();
        this.path = path;
        this.settings = settings;
        this.numbers = numbers;
        this.writer = writer;
        this.batches = new PacketBatch[settings.messages()];
        this.free = new PacketBatch[settings.messages()];
        this.ready = new PacketBatch[settings.messages()];
        for (int i = 0; i < batches.length; i++) {
            batches[i] = new PacketBatch(i, settings.packets());
            free[i] = batches[i];
        }
        this.freeCount = batches.length;
    }

    // --- from the card

    /** A packet has come: the burst goes on. */
    public void onPacket() {
        burstEnded = false;
    }

    /** {@return the batch that gathers, a free one if none does, or null when all are in flight} */
    public @Nullable PacketBatch gathering() {
        if (gathering == null && freeCount > 0) {
            gathering = free[--freeCount];
        }
        return gathering;
    }

    /** Sends the batch that gathers, as soon as there is a frame for it. It holds at least one packet. */
    public void close() {
        PacketBatch batch = gathering;
        if (batch == null) {
            return;
        }
        gathering = null;
        batch.deadlineNs(agent.nowNs() + settings.sendTimeoutNs());
        ready[(readyHead + readyCount++) % ready.length] = batch;
        sendReady();
    }

    /**
     * Drops a packet that joins no batch, and counts it.
     *
     * @param packet goes back to its wire
     */
    public void drop(Packet packet) {
        dropped++;
        device.counters().increment(Counter.PACKETS_NO_BUFFER);
        packet.release(agent);
    }

    /** The burst has ended: what was gathered leaves, unless others wait for a frame before it; then it goes on filling. */
    public void onBurstEnd() {
        burstEnded = true;
        closeIfDue();
    }

    private void closeIfDue() {
        PacketBatch batch = gathering;
        if (batch != null && batch.count() > 0 && burstEnded && readyCount == 0) {
            close();
        }
    }

    private PacketBatch takeReady() {
        PacketBatch batch = ready[readyHead];
        readyHead = (readyHead + 1) % ready.length;
        readyCount--;
        return batch;
    }

    // --- to the device

    private int sendReady() {
        MessageRoute route = path.route();
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
            batch.number(numbers.next());
            writer.write(batch, frame, route);
            batch.sent(route.replier());
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

    /**
     * {@return the batch to which a reply belongs, or null: to no message that is known, or another device has answered in the place of
     * the one that has it} Whoever has a connection to this module can make up a cookie, and would have packets used again that the device
     * still reads.
     *
     * @param reply the reply's private copy
     * @param cookie as the device returned it: any number
     */
    public @Nullable PacketBatch sent(MessageFrame reply, int cookie) {
        int at = cookie & 0xFF;
        PacketBatch batch = at < batches.length ? batches[at] : null;
        return batch != null && batch.isSentTo(reply.target()) && batch.cookie() == cookie ? batch : null;
    }

    /**
     * The device has done with a message: gives back what is left of its packets.
     *
     * @param batch of {@link #sent}
     */
    public void putBack(PacketBatch batch) {
        batch.end(agent);
        free[freeCount++] = batch;
        outstanding--;
    }

    // --- time

    /** {@return how much was done: sends what waits, and gives up what has waited too long} */
    public int advance() {
        boolean lingering = gathering != null && burstEnded;
        if (readyCount == 0 && outstanding == 0 && !lingering) {
            return 0;
        }
        agent.charge(Op.POLL_PEER);
        boolean gone = path.isGone();
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
        for (PacketBatch batch : batches) {
            if (batch.isSent() && (gone || batch.deadlineNs() <= now)) {
                unanswered += batch.left();
                putBack(batch);
                work++;
            } else if (batch.isSent()) {
                nextDueNs = Math.min(nextDueNs, batch.deadlineNs());
            }
        }
        return work;
    }

    private void drop(PacketBatch batch) {
        int released = batch.end(agent);
        dropped += released;
        device.counters().add(Counter.PACKETS_NO_BUFFER, released);
        free[freeCount++] = batch;
    }

    /** Drops what has not left: external operation ends, or the path. */
    public void dropUnsent() {
        PacketBatch batch = gathering;
        if (batch != null) {
            gathering = null;
            drop(batch);
        }
        while (readyCount > 0) {
            drop(takeReady());
        }
    }

    /** Gives all packets back, also those at the device: reset. */
    public void releaseAll() {
        dropUnsent();
        giveUp(true, 0);
    }

    // --- for people

    /** {@return whether no packet is at the device} */
    public boolean isDrained() {
        return outstanding == 0;
    }

    /** {@return messages sent} */
    public long messages() {
        return messages;
    }

    /** {@return packets dropped: no room in the window, no frame in time, or no connection} */
    public long dropped() {
        return dropped;
    }

    /** {@return packets of messages that were not answered in time} */
    public long unanswered() {
        return unanswered;
    }
}
