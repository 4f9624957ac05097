package dev.spine.system.tap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Namespaces;
import dev.spine.clients.Program;
import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.TapSettings;
import dev.spine.host.driver.HostException;
import dev.spine.host.net.HostInterfaceCounters.Counter;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.graph.SpineComponent;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two namespaces that are joined by nothing but a card and its interface on the host. */
@Timeout(90)
class HostTapTest {
    private static final SpineComponent GRAPH = SpineComponent.create();

    @TempDir
    private Path directory = Path.of("");
    private Namespaces spaces;
    private String outside;
    private String host;
    private SpineSystem system;
    private HostTap tap;

    @BeforeEach
    void join() throws IOException {
        spaces = new Namespaces(directory);
        outside = spaces.make("out");
        host = spaces.make("host");
        SystemDescription description = GRAPH.systemFile().read("a.toml", """
            name = "test"

            [[wire]]
            kind = "tap"
            name = "a"
            interface = "a0"
            netns = "%s"
            offload = "segments"

            [[iop]]
            name = "nic"

            [[iop.device]]
            kind = "lan"
            wire = "a"
            address = "02:53:50:00:00:0a"
            """.formatted(outside));
        system = EngineChoice.buildLive(GRAPH.systemFactory(), description, IdlePolicy.BACK_OFF);
        system.boot().orThrow();
        tap = HostTap.open(system, "nic", "lan", TapSettings.of("spine0", NetworkNamespace.of(host)));
        spaces.ip(outside, "addr add 10.78.0.1/24 dev a0");
        spaces.ip(host, "addr add 10.78.0.2/24 dev spine0");
    }

    @AfterEach
    void end() {
        if (tap != null) {
            tap.close();
        }
        if (system != null) {
            system.close();
        }
        spaces.close();
    }

    private void ping(String from, String to, String... options) throws IOException {
        String[] command = new String[options.length + 8];
        System.arraycopy(new String[] {"ping", "-c", "3", "-i", "0.05", "-w", "20"}, 0, command, 0, 7);
        System.arraycopy(options, 0, command, 7, options.length);
        command[command.length - 1] = to;
        String output = spaces.run(from, command).succeeded().output();
        assertTrue(output.contains(" 0% packet loss"), output);
    }

    @Test
    void theInterfaceIsTheCardsAndPingsPassBothWays() throws IOException {
        Program.need("ping");
        String link = spaces.ip(host, "link show spine0");
        assertTrue(link.contains("02:53:50:00:00:0a") && link.contains("mtu 1500") && link.contains("LOWER_UP"), link);

        ping(outside, "10.78.0.2");
        ping(host, "10.78.0.1", "-s", "1472");
        ping(host, "10.78.0.1", "-s", "20000");

        assertTrue(tap.hostInterface().counters().get(Counter.TO_SYSTEM) > 3);
        assertTrue(tap.hostInterface().counters().get(Counter.TO_CARD) > 3);
    }

    @Test
    void streamsPassAndAFloodIsAnswered() throws IOException {
        Program.need("iperf3", "ping");
        Process server = spaces.start(host, "iperf3", "-s", "-1");
        String report = "";
        for (int attempt = 0; attempt < 200 && !report.contains("receiver"); attempt++) {
            // Until the server listens.
            report = spaces.run(outside, "iperf3", "-c", "10.78.0.2", "-n", "16M").output();
        }
        assertTrue(report.contains("receiver"), report);
        server.destroy();
        String flood = spaces.run(outside, "ping", "-q", "-f", "-c", "3000", "-w", "30", "10.78.0.2").succeeded().output();
        assertTrue(flood.contains("3000 received"), flood);
    }

    @Test
    void aCardThatIsResetComesBackWithItsInterface() throws IOException {
        Program.need("ping");
        ping(outside, "10.78.0.2");

        system.await("the reset of the card", () -> system.driver().restart(system.driver("nic")));
        system.tasks().await("the port", () -> tap.hostInterface().isOpen());

        system.tasks().await("the cable", () -> carrier() == 1);
        ping(outside, "10.78.0.2");
        ping(host, "10.78.0.1");
    }

    private int carrier() {
        return tap.hostInterface().isOpen() ? tap.tap().isUp() : 0;
    }

    @Test
    void aWireThatGoesDownTakesTheCableAway() throws IOException {
        spaces.ip(outside, "link set a0 down");
        system.tasks().await("the end of the carrier", () -> !linkOf("spine0").contains("LOWER_UP"));

        spaces.ip(outside, "link set a0 up");
        system.tasks().await("the carrier", () -> linkOf("spine0").contains("LOWER_UP"));
    }

    private String linkOf(String name) {
        try {
            return spaces.ip(host, "link show " + name);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anInterfaceThatSomebodyDeletesStopsNobody() throws IOException {
        spaces.ip(host, "link del spine0");
        spaces.run(outside, "ping", "-c", "2", "-i", "0.05", "-W", "1", "10.78.0.2");

        system.tasks().await("what becomes of frames for nobody", () -> tap.hostInterface().counters().get(Counter.SYSTEM_REFUSED) > 0);
        assertEquals(1, system.iops().size());
    }

    @Test
    void closingRemovesTheInterfaceAndFreesThePort() throws IOException {
        tap.close();
        tap.close();
        assertFalse(spaces.ip(host, "-br link").contains("spine0"));

        tap = HostTap.open(system, "nic", "lan", TapSettings.of("spine9", NetworkNamespace.of(host)).withMtu(1300));
        assertTrue(linkOf("spine9").contains("mtu 1300"));
    }

    @Test
    void whatCannotBeMadeIsRefusedAndThePortIsFree() {
        tap.close();
        assertThrows(SystemCallException.class,
            () -> HostTap.open(system, "nic", "lan", TapSettings.of("lo", NetworkNamespace.of(host))));
        tap = HostTap.open(system, "nic", "lan", TapSettings.of("spine0", NetworkNamespace.of(host)));
        assertThrows(HostException.class,
            () -> HostTap.open(system, "nic", "lan", TapSettings.of("spine1", NetworkNamespace.of(host))));
    }
}
