package dev.spine.device.wire.xdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Namespaces;
import dev.spine.clients.Program;
import dev.spine.device.os.DescriptorWait;
import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.xdp.XdpInterface;
import dev.spine.device.os.xdp.XdpSettings;
import dev.spine.device.os.xdp.XdpSettings.Mode;
import dev.spine.device.wire.tap.AnsweringAgent;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Linux's own ping, at the other end of a virtual pair, against a station on the live engine. */
@Timeout(60)
class XdpPingTest {
    private static final int STATION = 10 << 24 | 77 << 16 | 2;
    /** Sleeps at once: what comes then has to wake it. */
    private static final IdlePolicy SLEEPY = new IdlePolicy(4, 0, 200_000_000, 200_000_000);

    @TempDir
    private Path directory = Path.of("");

    @Test
    void pingsAreAnsweredByAThreadThatSleepsUntilTheyCome() throws IOException {
        Program.need("ping");
        try (Namespaces spaces = new Namespaces(directory);
                LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1, SLEEPY, LiveEngine.DEFAULT_LIMIT,
                    LiveEngine.DEFAULT_AWAIT_LIMIT)) {
            String name = spaces.make("ping");
            spaces.ip(name, "link add name card numtxqueues 1 numrxqueues 1 type veth peer name outside");
            spaces.ip(name, "link set dev card up");
            spaces.ip(name, "link set dev outside up");
            XdpInterface card = XdpInterface.open(new XdpSettings("card", NetworkNamespace.of(name), Mode.AUTO));
            try (XdpWire wire = engine.add("wire", ProcessorSpec.THIS_MACHINE, agent -> new XdpWire(agent, "wire", card, 1500, 64))) {
                engine.add("station", ProcessorSpec.THIS_MACHINE,
                    agent -> new AnsweringAgent(agent, wire.ports().getFirst(), 0x0253_5000_0002L, STATION));
                DescriptorWait wait = new DescriptorWait();
                engine.sleepIn(wire, wait);
                wire.sleepIn(wait);
                engine.start();
                spaces.ip(name, "addr add 10.77.0.1/24 dev outside");

                String few = spaces.run(name, "ping", "-c", "5", "-i", "0.05", "-w", "20", "10.77.0.2").succeeded().output();
                assertTrue(few.contains(" 0% packet loss"), few);
                String large =
                    spaces.run(name, "ping", "-c", "3", "-i", "0.05", "-w", "20", "-s", "1472", "10.77.0.2").succeeded().output();
                assertTrue(large.contains(" 0% packet loss"), large);
                String flood = spaces.run(name, "ping", "-q", "-f", "-c", "5000", "-w", "30", "10.77.0.2").succeeded().output();
                assertTrue(flood.contains("5000 received"), flood);
                assertEquals(0, wire.ports().getFirst().sent().drops());
            }
        }
    }
}
