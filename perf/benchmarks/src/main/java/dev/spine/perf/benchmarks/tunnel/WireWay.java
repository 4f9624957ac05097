package dev.spine.perf.benchmarks.tunnel;

import dev.spine.device.tunnel.TunnelEnd;
import dev.spine.device.tunnel.TunnelSecurity;
import dev.spine.device.tunnel.TunnelWire;
import dev.spine.device.wire.LinkState;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.udp.UdpWire;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.wire.UdpHeaders;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/** Two wires of this tree whose far ends are each other. The agent's thread. */
final class WireWay implements FrameWay {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final int LOOPBACK_WORD = 0x7F00_0001;
    private static final int BUFFERS = 1024;
    private static final long ADDRESS = 0x0200_0000_0001L;

    private final String name;
    private final AgentContext agent;
    private final List<Wire> wires;
    private final int[] udpPorts;
    private long seen;

    private WireWay(String name, AgentContext agent, Wire first, Wire second, int... udpPorts) {
        this.name = name;
        this.agent = agent;
        this.wires = List.of(first, second);
        this.udpPorts = udpPorts;
        wires.forEach(wire -> wire.ports().getFirst().attach(agent));
        for (Wire wire : wires) {
            while (wire.ports().getFirst().link() == LinkState.DOWN) {
                Thread.onSpinWait();
            }
        }
    }

    static WireWay tunnel(String name, AgentContext agent, TunnelSecurity security) throws IOException {
        TunnelWire hub = new TunnelWire("hub", new TunnelEnd.Listen(new InetSocketAddress(LOOPBACK, 0)), security, BUFFERS,
            WirePort.ETHERNET_PACKET_BYTES);
        InetSocketAddress place = hub.address();
        return new WireWay(name, agent, hub, new TunnelWire("end", new TunnelEnd.Connect("127.0.0.1", place == null ? 0 : place.getPort()),
            security, BUFFERS, WirePort.ETHERNET_PACKET_BYTES), 1, 2);
    }

    static WireWay udp(String name, AgentContext agent) throws IOException {
        UdpWire first = new UdpWire("udp0", new InetSocketAddress(LOOPBACK, 0), ADDRESS, BUFFERS, WirePort.ETHERNET_PACKET_BYTES);
        UdpWire second = new UdpWire("udp1", new InetSocketAddress(LOOPBACK, 0), ADDRESS + 1, BUFFERS, WirePort.ETHERNET_PACKET_BYTES);
        return new WireWay(name, agent, first, second, first.localAddress().getPort(), second.localAddress().getPort());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public MemorySegment frame(int end, int bytes) {
        MemorySegment frame = Arena.ofAuto().allocate(bytes, Long.BYTES);
        UdpHeaders.write(frame, 0, ADDRESS + 1 - end, ADDRESS + end, LOOPBACK_WORD, udpPorts[end], LOOPBACK_WORD, udpPorts[1 - end], 0,
            bytes - UdpHeaders.BYTES);
        return frame;
    }

    @Override
    public boolean send(int end, MemorySegment frame) {
        return wires.get(end).ports().getFirst().trySend(agent, frame, 0, (int) frame.byteSize());
    }

    @Override
    public int receive(int end) {
        int count = 0;
        WirePort port = wires.get(end).ports().getFirst();
        for (Packet packet = port.arrivals().poll(); packet != null; packet = port.arrivals().poll()) {
            seen += packet.memory().get(ValueLayout.JAVA_BYTE, packet.offset() + packet.length() - 1);
            packet.release(agent);
            count++;
        }
        return count;
    }

    @Override
    public void close() {
        wires.forEach(Wire::close);
        if (seen == Long.MIN_VALUE) {
            throw new IllegalStateException("never, but the bytes are looked at");
        }
    }
}
