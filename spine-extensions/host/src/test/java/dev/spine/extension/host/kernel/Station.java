package dev.spine.extension.host.kernel;

import dev.spine.device.wire.LinkSignal;
import dev.spine.device.wire.WirePort;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** What is at the other end of a wire: sends the frames that a test gives it and remembers what arrives. */
final class Station implements Agent {
    private final AgentContext agent;
    private final WirePort port;
    private final ArrayDeque<byte[]> toSend = new ArrayDeque<>();
    private final List<String> received = new ArrayList<>();

    Station(AgentContext agent, WirePort port) {
        this.agent = agent;
        this.port = port;
        port.attach(agent);
    }

    /** On the station's agent. */
    void send(byte[] frame) {
        toSend.add(frame);
        sendWaiting();
    }

    /** What has arrived, in digits; on the station's agent. */
    List<String> received() {
        return List.copyOf(received);
    }

    private int sendWaiting() {
        int work = 0;
        for (byte[] frame = toSend.peek(); frame != null; frame = toSend.peek()) {
            if (!port.trySend(agent, MemorySegment.ofArray(frame), 0, frame.length)) {
                agent.wakeAt(port.sendableAtNs(agent));
                break;
            }
            toSend.remove();
            work++;
        }
        return work;
    }

    @Override
    public int doWork(int limit) {
        agent.charge(Op.POLL);
        LinkSignal signal = port.linkSignals().poll();
        if (signal != null) {
            signal.received();
        }
        int work = sendWaiting();
        for (Packet packet = port.arrivals().poll(); packet != null; packet = port.arrivals().poll()) {
            received.add(HexFormat.of().formatHex(
                packet.memory().asSlice(packet.offset(), packet.length()).toArray(ValueLayout.JAVA_BYTE)));
            packet.release(agent);
            work++;
        }
        return work;
    }

    @Override
    public String roleName() {
        return agent.path();
    }
}
