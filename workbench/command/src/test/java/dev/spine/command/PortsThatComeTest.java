package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ports of a running router get interfaces and lose them, while packets pass between the others. */
@Tag("full")
@Timeout(240)
class PortsThatComeTest {
    private static final String RIGHT = "10.71.1.2";
    private static final String THIRD = "10.71.2.2";

    @TempDir
    private Path directory;

    private RouterTopology topology;
    private String third;

    @BeforeEach
    void open() throws IOException {
        topology = RouterTopology.ofCards(directory, "--socket", socket().toString(), "--later", "w2", "--filter", "w2:drop udp port 9");
        third = topology.spaces().make("third");
        // Before there is anything behind it.
        topology.spaces().ip(topology.middle(), "addr add 10.71.2.1/24 dev r2");
        topology.awaitReachable(RIGHT);
    }

    private Path socket() {
        return directory.resolve("route.sock");
    }

    @AfterEach
    void close() {
        if (topology != null) {
            topology.close();
        }
    }

    private CommandRun ask(String verb, String... arguments) {
        return CommandRun.atRouter(socket(), verb, arguments);
    }

    private void address(String space, String name) throws IOException {
        topology.spaces().ip(space, "addr add " + THIRD + "/24 dev " + name);
        topology.spaces().ip(space, "route add default via 10.71.2.1");
    }

    private boolean hasCarrier() throws IOException {
        return topology.spaces().ip(topology.middle(), "-br link show r2").contains("LOWER_UP");
    }

    private String place(int column) {
        return ask("status").succeeded().out().lines().filter(line -> line.startsWith("w2 ")).findFirst().orElseThrow()
            .split(" {2,}")[column];
    }

    @Test
    void aPortIsReachedWhileItHasAnInterface() throws IOException {
        assertFalse(hasCarrier());
        assertNotEquals(0, topology.ping(THIRD).code());
        assertEquals("no interface", place(2));

        ask("attach", "w2", "x@" + third).succeeded();
        topology.spine().awaitLine("port w2 has tap x@" + third + " now");
        address(third, "x");
        topology.awaitReachable(THIRD);
        assertTrue(hasCarrier());
        topology.until("the status shows it", 5, () -> place(2).equals("tap x@" + third) && place(1).equals("up"));

        ask("detach", "w2").succeeded();
        assertFalse(topology.spaces().ip(third, "-br link").contains("x "));
        topology.until("its cable is pulled", 5, () -> !hasCarrier());
        assertNotEquals(0, topology.ping(THIRD).code());
        topology.awaitReachable(RIGHT);

        String fourth = topology.spaces().make("fourth");
        ask("attach", "w2", "y@" + fourth).succeeded();
        address(fourth, "y");
        topology.awaitReachable(THIRD);
        assertEquals(List.of(), topology.losses());
    }

    @Test
    void anInterfaceThatSomebodyDeletesIsReplacedWhileTheRouterRuns() throws IOException {
        topology.spaces().ip(topology.right(), "link del w1");
        String notified = topology.spine().awaitLine("is gone: somebody has deleted it");
        assertTrue(notified.contains("to have one again: spine route attach w1 NAME[@NETNS]"), notified);
        for (int round = 0; round < 2; round++) {
            ask("attach", "w1", "w1@" + topology.right()).succeeded();
            topology.spaces().ip(topology.right(), "addr add " + RIGHT + "/24 dev w1");
            topology.spaces().ip(topology.right(), "route add default via 10.71.1.1");
            topology.awaitReachable(RIGHT);
            topology.spaces().ip(topology.right(), "link del w1");
            topology.spine().awaitLine("is gone: somebody has deleted it");
        }
    }

    @Test
    void whatCannotBeHadIsRefusedAndChangesNothing() throws IOException {
        assertTrue(ask("attach", "w9", "x").refusal().contains("there is no port 'w9': they are w0, w1, w2"));
        assertTrue(ask("attach", "w0", "x").refusal().contains("port w0 has tap w0@"));
        assertTrue(ask("attach", "w2", "x@none-such").refusal().contains("there is no network namespace 'none-such'"));
        assertTrue(ask("attach", "w2", "w0@" + topology.left()).refusal().contains("in use by another program"));
        assertTrue(ask("attach", "w2", "a/b").refusal().contains("is not a valid interface name"));
        assertTrue(ask("attach", "w2", "x@/dev/null").refusal().contains("that file is none"));
        Program.run(directory, "mkfifo", "pipe").succeeded();
        assertTrue(ask("attach", "w2", "x@" + directory.resolve("pipe")).refusal().contains("that file is none"));
        assertTrue(ask("detach", "w2").refusal().contains("port w2 has no interface"));
        assertEquals("no interface", place(2));
        topology.awaitReachable(RIGHT);
    }

    @Test
    void packetsOfOtherPortsPassMeanwhile() throws IOException {
        CompletableFuture<String> pings = CompletableFuture.supplyAsync(() -> {
            try {
                return topology.fromLeft("ping", "-n", "-q", "-c", "500", "-i", "0.01", RIGHT).output();
            } catch (IOException e) {
                return e.toString();
            }
        });
        int changes = 0;
        while (!pings.isDone()) {
            ask("attach", "w2", "x@" + third).succeeded();
            topology.until("there is a carrier", 10, this::hasCarrier);
            ask("detach", "w2").succeeded();
            assertFalse(topology.spaces().ip(third, "-br link").contains("x "));
            changes++;
        }
        String said = pings.join();
        assertTrue(said.contains("500 received"), said);
        assertTrue(changes > 1, "one change is none of many");
    }
}
