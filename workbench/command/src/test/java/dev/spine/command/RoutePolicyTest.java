package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Namespaces;
import dev.spine.clients.Program;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Settings, rules and packet filters of the kernel under a router of cards: they hold, or are named. */
@Tag("full")
@Timeout(240)
class RoutePolicyTest {
    private static final String RIGHT_V4 = "10.71.1.2";
    private static final String RIGHT_V6 = "2001:db8:71:1::2";
    private static final String DROP_ALL = "add table inet guard; add chain inet guard forward { type filter hook forward priority 0; "
        + "policy drop; }";

    @TempDir
    private Path directory;

    private static void set(RouterTopology topology, String setting) throws IOException {
        topology.spaces().run(topology.middle(), "sysctl", "-q", "-w", setting).succeeded();
    }

    private static void awaitDark(RouterTopology topology, String address) throws IOException {
        topology.until(address + " does not answer", 20, () -> topology.ping(address).code() != 0);
    }

    @Test
    void forwardingThatIsSwitchedOffIsOffOnTheCards() throws IOException {
        Program.need("ping", "timeout");
        try (RouterTopology topology = RouterTopology.ofCards(directory)) {
            topology.awaitReachable(RIGHT_V4);
            topology.awaitReachable(RIGHT_V6);
            set(topology, "net.ipv4.conf.r0.forwarding=0");
            awaitDark(topology, RIGHT_V4);
            topology.awaitReachable(RIGHT_V6);
            topology.awaitReachable("10.71.0.1");
            set(topology, "net.ipv4.conf.r0.forwarding=1");
            topology.awaitReachable(RIGHT_V4);
            set(topology, "net.ipv4.ip_forward=0");
            awaitDark(topology, RIGHT_V4);
            set(topology, "net.ipv4.ip_forward=1");
            topology.awaitReachable(RIGHT_V4);
            set(topology, "net.ipv6.conf.all.forwarding=0");
            awaitDark(topology, RIGHT_V6);
            set(topology, "net.ipv6.conf.all.forwarding=1");
            topology.awaitReachable(RIGHT_V6);
        }
    }

    @Test
    void sourcesAreCheckedWhereTheKernelWouldCheckThem() throws IOException {
        Program.need("ping", "timeout");
        try (RouterTopology topology = RouterTopology.ofCards(directory)) {
            topology.awaitReachable(RIGHT_V4);
            topology.spaces().ip(topology.left(), "addr add 10.99.0.1/32 dev lo");
            set(topology, "net.ipv4.conf.r0.rp_filter=1");
            topology.until("what comes from nowhere is dropped on the card", 20, () -> {
                topology.fromLeft("ping", "-n", "-c", "1", "-W", "1", "-I", "10.99.0.1", RIGHT_V4);
                return topology.metrics().contains("reason=\"reverse path\"");
            });
            topology.awaitReachable(RIGHT_V4);
            long before = topology.metric("spine_router_forwarded_packets_total");
            topology.until("others are forwarded by the cards", 20, () -> topology.ping(RIGHT_V4).code() == 0
                && topology.metric("spine_router_forwarded_packets_total") >= before + 4);
        }
    }

    @Test
    void aRuleThatDropsHoldsForPacketsOfTheCards() throws IOException {
        Program.need("ping", "timeout");
        Path socket = directory.resolve("route.sock");
        try (RouterTopology topology = RouterTopology.ofCards(directory, "--socket", socket.toString())) {
            topology.awaitReachable(RIGHT_V4);
            topology.awaitReachable(RIGHT_V6);
            topology.spaces().ip(topology.middle(), "rule add pref 5 from 10.71.0.0/24 iif r0 type blackhole");
            topology.spaces().ip(topology.middle(), "-6 rule add pref 6 to 2001:db8:71:1::/64 type prohibit");
            awaitDark(topology, RIGHT_V4);
            awaitDark(topology, RIGHT_V6);
            topology.until("the metrics name them", 10, () -> topology.metric("spine_router_host_rules") == 2);
            String line = topology.spine().awaitLine("a rule may apply");
            assertTrue(line.contains("rule 5 from 10.71.0.0/24") || line.contains("rule 6"), line);
            String status = CommandRun.of("route", "status", "--socket", socket).succeeded().out();
            assertTrue(status.contains("to the host by a rule: IPv4 rule 5 from 10.71.0.0/24 to all"), status);
            topology.spaces().ip(topology.middle(), "rule del pref 5");
            topology.spaces().ip(topology.middle(), "-6 rule del pref 6");
            topology.awaitReachable(RIGHT_V4);
            topology.awaitReachable(RIGHT_V6);
        }
    }

    @Test
    void anMtuOfARouteHolds() throws IOException {
        Program.need("ping", "timeout");
        try (RouterTopology topology = RouterTopology.ofCards(directory)) {
            topology.awaitReachable(RIGHT_V4);
            topology.spaces().ip(topology.right(), "addr add 203.0.113.1/32 dev lo");
            topology.spaces().ip(topology.middle(), "route add 203.0.113.0/24 via " + RIGHT_V4 + " mtu 1300");
            topology.awaitReachable("203.0.113.1");
            long before = topology.metric("spine_router_dropped_packets_total");
            topology.until("the card tells the MTU of the route", 20, () -> {
                topology.spaces().ip(topology.left(), "-4 route flush cache");
                return topology.fromLeft("ping", "-n", "-c", "1", "-W", "2", "-M", "do", "-s", "1400", "203.0.113.1").output()
                    .contains("mtu = 1300") && topology.metric("spine_router_dropped_packets_total") > before;
            });
        }
    }

    @Test
    void aPortThatIsPartOfABridgeIsNamed() throws IOException {
        Program.need("ping", "timeout");
        try (RouterTopology topology = RouterTopology.ofCards(directory)) {
            topology.awaitReachable(RIGHT_V4);
            topology.spaces().ip(topology.middle(), "link add br0 type bridge");
            topology.spaces().ip(topology.middle(), "link set r1 master br0");
            topology.spine().awaitLine("r1 is part of br0");
            topology.spaces().ip(topology.middle(), "link set r1 nomaster");
            topology.spine().awaitLine("nothing any more");
        }
    }

    @Test
    void packetFiltersAreNamedOrKeepTheRouterFromStarting() throws IOException {
        Program.need("nft", "timeout");
        try (Namespaces spaces = new Namespaces(directory)) {
            String left = spaces.make("left");
            String middle = spaces.make("router");
            String right = spaces.make("right");
            spaces.run(middle, "nft", DROP_ALL).succeeded();
            String[] arguments = {"route", "--tap", "w0@" + left, "--tap", "w1@" + right, "--netns", middle, "--strict"};
            String refusal = CommandRun.of((Object[]) arguments).refusal();
            assertTrue(refusal.contains("nft chain inet guard forward (hook forward, policy drop, 0 rules)")
                && refusal.contains("leave out --strict"), refusal);
            Path socket = directory.resolve("route.sock");
            try (SpineProcess spine = new SpineProcess("route", "--tap", "w0@" + left, "--tap", "w1@" + right, "--netns", middle,
                "--seconds", "100", "--socket", socket)) {
                assertTrue(spine.awaitLine("not followed by the cards").contains("nft chain inet guard forward"));
                spine.awaitLine("routing");
                String status = CommandRun.of("route", "status", "--socket", socket).succeeded().out();
                assertTrue(status.contains("not followed by the cards: nft chain inet guard forward"), status);
                spaces.run(middle, "nft", "flush ruleset").succeeded();
                spine.awaitLine("nothing any more");
            }
        }
        assertEquals(2, CommandRun.of("route", "--strict").code());
    }
}
