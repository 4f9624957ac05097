package dev.spine.extension.harness;

import dev.spine.device.wire.WirePort;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The test at the other end of a wire: sends what it is given, and keeps what arrives. */
final class Station implements Agent {
    private final AgentContext agent;
    private final WirePort port;
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private final List<byte[]> received = new ArrayList<>();

    Station(AgentContext agent, WirePort port) {
        this.agent = agent;
        this.port = port;
        port.attach(agent);
    }

    /** Queues a frame; on this agent. */
    void send(byte[] frame) {
        waiting.add(frame);
        agent.wakeAt(agent.nowNs());
    }

    /** {@return frames that wait for the wire; on this agent} */
    int waiting() {
        return waiting.size();
    }

    /** {@return what has arrived since the last call; on this agent} */
    List<byte[]> takeReceived() {
        List<byte[]> taken = List.copyOf(received);
        received.clear();
        return taken;
    }

    /** {@return frames that have arrived and were not taken; on this agent} */
    int received() {
        return received.size();
    }

    @Override
    public int doWork(int limit) {
        int work = 0;
        while (port.linkSignals().poll() != null) {
            work++;
        }
        for (Packet packet = port.receive(agent); packet != null; packet = port.receive(agent)) {
            received.add(packet.memory().asSlice(packet.offset(), packet.length()).toArray(ValueLayout.JAVA_BYTE));
            packet.release(agent);
            work++;
        }
        while (!waiting.isEmpty()) {
            byte[] next = waiting.getFirst();
            if (!port.trySend(agent, MemorySegment.ofArray(next), 0, next.length)) {
                agent.wakeAt(port.sendableAtNs(agent));
                break;
            }
            waiting.removeFirst();
            work++;
        }
        return work;
    }

    @Override
    public String roleName() {
        return agent.path();
    }
}
