package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.spine.clients.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** FRR writes the routes of a router of cards, as it does by default: each by a next-hop object of the kernel. */
@Tag("full")
@Timeout(240)
class FrrInNamespacesTest {
    private static final Path DAEMONS = Path.of("/usr/lib/frr");
    /** The second has the configuration of the third from version 10 on. */
    private static final List<String> DAEMONS_IN_ORDER = List.of("zebra", "mgmtd", "staticd");
    private static final String RIGHT = "10.71.1.2";
    private static final String ALSO_RIGHT = "10.71.1.3";
    private static final String BEYOND = "203.0.113.1";

    @TempDir
    private Path directory;

    private RouterTopology topology;

    @BeforeEach
    void open() throws IOException {
        Program.need("vtysh", "ping", "timeout");
        assumeTrue(Files.isExecutable(DAEMONS.resolve("zebra")) && Files.isExecutable(DAEMONS.resolve("staticd")), "FRR is not installed");
        topology = RouterTopology.ofCards(directory, "--socket", socket().toString());
        topology.spaces().ip(topology.right(), "addr add " + ALSO_RIGHT + "/24 dev w1");
        topology.spaces().ip(topology.right(), "addr add " + BEYOND + "/32 dev lo");
        topology.awaitReachable(RIGHT);
        topology.awaitReachable(ALSO_RIGHT);
        // FRR gives up the rights of root, and writes here all the same.
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        for (String name : DAEMONS_IN_ORDER) {
            daemon(name);
        }
    }

    private Path socket() {
        return directory.resolve("route.sock");
    }

    private void daemon(String name) throws IOException {
        if (name.equals("mgmtd") && !Files.isExecutable(DAEMONS.resolve(name))) {
            return;
        }
        topology.spaces().run(topology.middle(), DAEMONS.resolve(name).toString(), "-d", "-f", "/dev/null", "-i",
            directory.resolve(name + ".pid").toString(), "-z", directory.resolve("zserv.api").toString(), "--vty_socket",
            directory.toString()).succeeded();
    }

    @AfterEach
    void close() throws IOException {
        try {
            for (String name : DAEMONS_IN_ORDER) {
                kill(name);
            }
        } finally {
            if (topology != null) {
                topology.close();
            }
        }
    }

    private void kill(String name) throws IOException {
        Path file = directory.resolve(name + ".pid");
        if (Files.exists(file)) {
            Program.run(directory, "kill", "-KILL", Files.readString(file).strip());
            Files.delete(file);
        }
    }

    private void configure(String... lines) throws IOException {
        List<String> command = new ArrayList<>(List.of("timeout", "20", "vtysh", "--vty_socket", directory.toString(), "-c",
            "configure terminal"));
        for (String line : lines) {
            command.addAll(List.of("-c", line));
        }
        topology.spaces().run(topology.middle(), command.toArray(String[]::new)).succeeded();
    }

    private String kernel(String prefix) throws IOException {
        return topology.spaces().ip(topology.middle(), "route show " + prefix);
    }

    /** The kernel's table and the cards' are one, for longer than changes are on their way. */
    private void assertCardsHaveWhatTheKernelHas() {
        CommandRun diff = CommandRun.atRouter(socket(), "dump", "--diff");
        assertEquals(0, diff.code(), diff::toString);
    }

    private void awaitDark() throws IOException {
        topology.until(BEYOND + " is not reached", 20, () -> topology.ping(BEYOND).code() != 0);
    }

    @Test
    void routesByItsNextHopObjectsComeAndGoOnTheCards() throws IOException {
        configure("ip route 203.0.113.0/24 " + RIGHT);
        topology.awaitReachable(BEYOND);
        assertTrue(kernel("203.0.113.0/24").contains("nhid"), kernel("203.0.113.0/24"));
        assertCardsHaveWhatTheKernelHas();

        configure("ip route 203.0.113.0/24 " + ALSO_RIGHT);
        topology.until("both ways are taken", 20, () -> CommandRun.atRouter(socket(), "lookup", BEYOND).out()
            .contains("flows are spread"));
        topology.awaitReachable(BEYOND);
        assertCardsHaveWhatTheKernelHas();

        configure("no ip route 203.0.113.0/24 " + RIGHT, "no ip route 203.0.113.0/24 " + ALSO_RIGHT);
        topology.until("the kernel has no route", 20, () -> kernel("203.0.113.0/24").isBlank());
        awaitDark();
        assertCardsHaveWhatTheKernelHas();
    }

    @Test
    void aLinkThatGoesTakesItsRoutesAndFrrBringsThemBack() throws IOException {
        configure("ip route 203.0.113.0/24 " + RIGHT, "ip route 203.0.113.0/24 " + ALSO_RIGHT);
        topology.awaitReachable(BEYOND);
        topology.spaces().ip(topology.middle(), "link set r1 down");
        awaitDark();
        assertCardsHaveWhatTheKernelHas();
        topology.spaces().ip(topology.middle(), "link set r1 up");
        topology.awaitReachable(BEYOND);
        assertCardsHaveWhatTheKernelHas();
    }

    @Test
    void whatAKilledFrrLeavesStaysUntilItsNextHopsAreFlushed() throws IOException {
        configure("ip route 203.0.113.0/24 " + RIGHT);
        topology.awaitReachable(BEYOND);
        for (String name : DAEMONS_IN_ORDER) {
            kill(name);
        }
        topology.awaitReachable(BEYOND);
        assertCardsHaveWhatTheKernelHas();
        topology.spaces().ip(topology.middle(), "nexthop flush");
        awaitDark();
        assertEquals("", kernel("203.0.113.0/24").strip());
        assertCardsHaveWhatTheKernelHas();
    }
}
