package dev.spine.peer.bridge;

import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.lan.LanPacketSend;
import dev.spine.i2o.message.lan.LanSendReply;
import dev.spine.i2o.message.lan.TransmitControl;
import dev.spine.i2o.sgl.SglWriter;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.MessageRoute;
import dev.spine.iop.packet.Offload;
import dev.spine.iop.packet.Packet;
import dev.spine.peer.batch.BatchNumbers;
import dev.spine.peer.batch.BatchWindow;
import dev.spine.peer.batch.PacketBatch;
import dev.spine.peer.batch.PeerPath;

/** The packets on their way to one LAN port of another IOP. Belongs to the card's agent; allocates nothing after construction. */
final class BridgedPort {
    /** A packet in a message: flags and count, context, address. */
    private static final int PACKET_WORDS = 3;

    private final AgentContext agent;
    private final PeerPath path;
    private final BatchWindow window;
    private final SglWriter sgl = new SglWriter();
    private long taken;
    private long sent;
    private long refused;

    BridgedPort(BridgeStart asked, PeerPath path, DeviceContext device, BridgeSettings settings, BatchNumbers numbers) {
        this.agent = device.agent();
        this.path = path;
        this.window = new BatchWindow(device, path, settings.window(asked.packetsPerMessage()), numbers, this::write);
    }

    PeerPath path() {
        return path;
    }

    BatchWindow window() {
        return window;
    }

    BridgeStatus status() {
        return new BridgeStatus(window.messages(), taken, sent, refused, window.dropped(), window.unanswered());
    }

    // --- from the card

    /** Takes a packet, for good or bad. */
    void take(Packet packet) {
        taken++;
        window.onPacket();
        MessageRoute route = path.route();
        // The LAN class names complete frames only.
        if (packet.offload() != Offload.NONE || route == null || !gather(packet, route.frameBytes())) {
            window.drop(packet);
        }
    }

    private boolean gather(Packet packet, int frameBytes) {
        PacketBatch batch = window.gathering();
        if (batch == null) {
            return false;
        }
        batch.add(packet);
        int room = frameBytes / Integer.BYTES - MessageFrame.HEADER_WORDS;
        if (batch.isFull() || (batch.count() + 1) * PACKET_WORDS > room) {
            window.close();
        }
        return true;
    }

    /** Writes the message into a frame with room for all. A packet's context is its number in the batch. */
    private void write(PacketBatch batch, MessageFrame frame, MessageRoute route) {
        LanPacketSend.begin(frame, route.initiator(), route.target(), batch.cookie(), TransmitControl.REPLY_AT_ONCE);
        sgl.begin(frame, MessageFrame.HEADER_WORDS);
        for (int i = 0; i < batch.count(); i++) {
            agent.charge(Op.BRIDGE_PACKET);
            Packet packet = batch.packet(i);
            if (packet != null) {
                sgl.from(i, (int) packet.address(), packet.length());
                sgl.endBuffer();
            }
        }
        sgl.finish();
    }

    /** An answer to a message, perhaps one of several, or a transport failure; false: to no message that is known. */
    boolean onReply(MessageFrame reply) {
        PacketBatch batch = window.sent(reply, reply.initiatorContext());
        if (batch == null) {
            return false;
        }
        boolean named = !reply.isFail() && reply.requestStatus() != RequestStatus.TRANSACTION_ERROR;
        int contexts = named ? LanSendReply.count(reply) : 0;
        for (int i = 0; i < contexts; i++) {
            agent.charge(Op.BRIDGE_PACKET);
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
            window.putBack(batch);
        }
        return true;
    }
}
