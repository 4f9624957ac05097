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
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.wire.VideoDatagram;
import dev.spine.peer.batch.BatchNumbers;
import dev.spine.peer.batch.BatchWindow;
import dev.spine.peer.batch.PacketBatch;
import dev.spine.peer.batch.PeerPath;

/** One stream on its way to one window. Belongs to the card's agent; allocates nothing after construction. */
final class ForwardedStream {
    private final int index;
    private final ForwardStart asked;
    private final PixelFormat format;
    private final DeviceContext device;
    private final AgentContext agent;
    private final PeerPath path;
    private final BatchWindow window;
    private final VideoHeaders[] headers;
    private final PacketsWriter writer = new PacketsWriter();
    private long taken;
    private long put;
    private long refused;
    private long malformed;

    ForwardedStream(int index, ForwardStart asked, PixelFormat format, PeerPath path, DeviceContext device, ForwarderSettings settings,
        BatchNumbers numbers) {
        this.index = index;
        this.asked = asked;
        this.format = format;
        this.device = device;
        this.agent = device.agent();
        this.path = path;
        this.window = new BatchWindow(device, path, settings.ofStream(), numbers, this::write);
        this.headers = new VideoHeaders[settings.window()];
        for (int i = 0; i < headers.length; i++) {
            headers[i] = new VideoHeaders(settings.batchPackets());
        }
    }

    ForwardStart asked() {
        return asked;
    }

    PeerPath path() {
        return path;
    }

    BatchWindow window() {
        return window;
    }

    ForwardStatus status() {
        return new ForwardStatus(window.messages(), taken, put, refused, window.dropped(), window.unanswered(), malformed);
    }

    // --- from the card

    /** A packet of this stream; true: it was taken, for good or bad. */
    boolean onPacket(Packet packet, VideoDatagram view) {
        if (!path.isRunning()) {
            return false;
        }
        taken++;
        window.onPacket();
        MessageRoute route = path.route();
        if (!view.parse(format)) {
            malformed++;
            device.counters().increment(Counter.PACKETS_BAD);
            packet.release(agent);
        } else if (route == null || !gather(packet, view, route.frameBytes())) {
            window.drop(packet);
        }
        return true;
    }

    private boolean gather(Packet packet, VideoDatagram view, int frameBytes) {
        PacketBatch batch = window.gathering();
        if (batch != null && batch.count() > 0 && !headers[batch.index()].hasRoom(batch.count(), view, frameBytes)) {
            window.close();
            batch = window.gathering();
        }
        // None is free, or it is one packet with more lines than a frame holds headers.
        if (batch == null || !headers[batch.index()].hasRoom(batch.count(), view, frameBytes)) {
            return false;
        }
        headers[batch.index()].add(batch.count(), view);
        batch.add(packet);
        if (batch.isFull() || headers[batch.index()].isFull(batch.count(), frameBytes)) {
            window.close();
        }
        return true;
    }

    private void write(PacketBatch batch, MessageFrame frame, MessageRoute route) {
        writer.begin(frame, route.initiator(), route.target(), index, batch.cookie(), asked.window(), format);
        for (int i = 0; i < batch.count(); i++) {
            agent.charge(Op.FORWARD_PACKET);
            Packet packet = batch.packet(i);
            if (packet != null) {
                headers[batch.index()].write(i, packet, writer);
            }
        }
        writer.end();
    }

    /** The display's answer to a message of this stream, or a transport failure. */
    void onReply(MessageFrame reply) {
        PacketBatch batch = window.sent(reply, reply.transactionContext());
        if (batch == null) {
            device.counters().increment(Counter.STRAY_REPLIES);
            return;
        }
        int count = batch.count();
        agent.charge(Op.FORWARD_PACKET, count);
        int done = reply.isFail() ? 0 : Math.min(count, PutReply.PUT.get(reply));
        put += done;
        refused += count - done;
        window.putBack(batch);
    }
}
