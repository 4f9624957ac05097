package dev.spine.perf.ruler.bridge;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketPort;
import dev.spine.iop.packet.PacketSink;
import dev.spine.peer.ServiceModule;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sample.bridge.Look;

/**
 * The bridge as a module of the card. What it does itself is charged as {@link #OWN}, what hands on as {@link #HANDS_ON}: both belong to
 * other modules, which are not on this card. The card's agent.
 */
final class NativeBridge extends ServiceModule implements PacketSink {
    static final Op OWN = Op.BRIDGE_PACKET;
    static final Op HANDS_ON = Op.FORWARD_PACKET;
    static final int ASK = 77;
    private static final int FIRST_WORD = 5;

    private final boolean video;
    private final NativeWork work = NativeWork.CODE;
    private final NativeHead head = new NativeHead();
    private @Nullable AgentContext agent;
    private @Nullable PacketPort port;

    NativeBridge(BridgedWork what) {
        super("bridge", 0x53_50_49_4E_45_42_52_31L, "bridge that does nothing");
        video = what == BridgedWork.VIDEO;
    }

    @Override
    public void attach(DeviceContext given) {
        super.attach(given);
        agent = given.agent();
        port = Objects.requireNonNull(given.service(PacketPort.class));
    }

    /** Takes the packets of the card's port from now on. */
    void begin() {
        port.attach(this);
    }

    @Override
    public boolean onPacket(Packet packet) {
        agent.charge(HANDS_ON);
        head.point(packet.memory(), packet.offset(), packet.length());
        if (look() != Look.NOWHERE) {
            port.transmit(packet.memory(), packet.offset(), packet.length());
        }
        packet.release(agent);
        return true;
    }

    private int look() {
        agent.charge(OWN);
        return video ? work.pixels(head) : work.output(head);
    }

    @Override
    protected boolean onOrder(int code, KernelRequest request) {
        if (code != ASK) {
            return false;
        }
        agent.charge(HANDS_ON);
        int word = look(request.frame());
        Replies.single(request.frame(), request.openReply(), RequestStatus.SUCCESS, 0, word);
        request.sendReply();
        return true;
    }

    private int look(MessageFrame message) {
        agent.charge(OWN);
        return work.answer(message, FIRST_WORD);
    }
}
