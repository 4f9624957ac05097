package dev.spine.device.wire.tap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Namespaces;
import dev.spine.clients.Program;
import dev.spine.device.HandAgent;
import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.TapDevice;
import dev.spine.device.os.TapSettings;
import dev.spine.device.wire.Frames;
import dev.spine.device.wire.WireCounters.Counter;
import dev.spine.device.wire.WirePort;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.packet.Offload;
import dev.spine.iop.packet.Packet;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Interfaces where work may be left undone: super-packets as they are from one to the other. */
@Timeout(90)
class TapOffloadTest {
    @TempDir
    private Path directory = Path.of("");

    /** Hands on what comes at either port to the other. */
    private static final class Bridge implements Agent {
        private final AgentContext context;
        private final List<WirePort> ports;
        private volatile int largest;

        Bridge(AgentContext context, WirePort left, WirePort right) {
            this.context = context;
            this.ports = List.of(left, right);
            left.attach(context);
            right.attach(context);
        }

        @Override
        public String roleName() {
            return context.path();
        }

        @Override
        public int doWork(int limit) {
            int work = 0;
            for (int i = 0; i < 2; i++) {
                Packet packet = ports.get(i).arrivals().poll();
                while (packet != null) {
                    largest = Math.max(largest, packet.length());
                    ports.get(1 - i).trySend(context, packet.memory(), packet.offset(), packet.length(), packet.offload());
                    packet.release(context);
                    packet = ++work < limit ? ports.get(i).arrivals().poll() : null;
                }
            }
            return work;
        }
    }

    private static TapWire wire(LiveEngine engine, String name, String space) {
        TapDevice tap =
            TapDevice.open(TapSettings.of("tap0", NetworkNamespace.of(space)).withMtu(1500).with(TapSettings.Offload.SEGMENTS));
        return engine.add(name, ProcessorSpec.THIS_MACHINE, agent -> new TapWire(agent, name, tap, 64));
    }

    private void stream(Namespaces spaces, String from, String to, String address, String... more) throws IOException {
        Process server = spaces.start(to, "iperf3", "-s", "-1");
        String report = "";
        for (int attempt = 0; attempt < 200 && !report.contains("receiver"); attempt++) {
            // Until the server listens.
            String[] command = new String[more.length + 5];
            System.arraycopy(new String[] {"iperf3", "-c", address, "-n", "32M"}, 0, command, 0, 5);
            System.arraycopy(more, 0, command, 5, more.length);
            report = spaces.run(from, command).output();
        }
        assertTrue(report.contains("receiver"), report);
        server.destroy();
    }

    @Test
    void streamsPassAsSuperPackets() throws IOException {
        Program.need("iperf3", "ping");
        try (Namespaces spaces = new Namespaces(directory); LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1)) {
            String left = spaces.make("left");
            String right = spaces.make("right");
            try (TapWire a = wire(engine, "a", left); TapWire b = wire(engine, "b", right)) {
                Bridge bridge = engine.add("bridge", ProcessorSpec.THIS_MACHINE,
                    agent -> new Bridge(agent, a.ports().getFirst(), b.ports().getFirst()));
                engine.start();
                spaces.ip(left, "addr add 10.79.0.1/24 dev tap0");
                spaces.ip(right, "addr add 10.79.0.2/24 dev tap0");
                spaces.ip(left, "addr add fd79::1/64 dev tap0 nodad");
                spaces.ip(right, "addr add fd79::2/64 dev tap0 nodad");

                String pings = spaces.run(left, "ping", "-c", "3", "-i", "0.05", "-w", "20", "-s", "9000", "10.79.0.2").output();
                assertTrue(pings.contains(" 0% packet loss"), pings);
                stream(spaces, left, right, "10.79.0.2");
                assertTrue(bridge.largest > 10_000, () -> "the largest packet had " + bridge.largest + " bytes");
                stream(spaces, right, left, "fd79::1");
                assertEquals(0, a.ports().getFirst().sent().drops() + b.ports().getFirst().sent().drops());
            }
        }
    }

    @Test
    void wordsThatDoNotFitLoseTheirPacketAndNothingElse() throws IOException {
        try (Namespaces spaces = new Namespaces(directory)) {
            String name = spaces.make("words");
            HandAgent device = HandAgent.live("iop1");
            TapDevice tap = TapDevice.open(
                TapSettings.of("tap0", NetworkNamespace.of(name)).withMtu(1500).with(TapSettings.Offload.SEGMENTS));
            try (TapWire wire = new TapWire(HandAgent.live("wire"), "wire", tap, 8)) {
                WirePort port = wire.ports().getFirst();
                port.attach(device);
                MemorySegment frame = Frames.frame(tap.hardwareAddress(), 0x0200_0000_0001L, 1, 2000);
                long[] words = {Offload.of(Offload.TCP_V4, 0, 34, 16), Offload.of(9, 100, 34, 16), Offload.of(0, 0, 5000, 16),
                    Offload.of(Offload.TCP_V4, 100, 1999, 255), -1L};
                for (long word : words) {
                    assertTrue(port.trySend(device, frame, 0, 1500, word));
                }
                assertEquals(words.length, port.sent().frames() + port.sent().drops());
                assertTrue(port.sent().get(Counter.SYSTEM_REFUSED) > 0, () -> port.sent().toString());
                assertTrue(port.trySend(device, frame, 0, 2000));
                assertTrue(port.trySend(device, frame, 0, 70_000, words[0]));
                assertEquals(2, port.sent().get(Counter.BAD_LENGTH));
                assertTrue(port.trySend(device, frame, 0, 1500));
                assertNotNull(port.sent());
            }
        }
    }
}
