package dev.spine.device.os.netlink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Namespaces;
import dev.spine.clients.Program;
import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.netlink.KernelEvent.Change;
import dev.spine.device.os.netlink.KernelEvent.Kind;
import dev.spine.device.os.netlink.KernelEvent.Route.Place;
import dev.spine.device.os.netlink.KernelEvent.Rule;
import dev.spine.device.os.netlink.KernelEvent.Setting;
import dev.spine.device.os.netlink.NetlinkCounters.Counter;
import dev.spine.iop.packet.wire.Address;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A watch against the kernel of this machine, in a namespace of its own. */
@Timeout(120)
class KernelWatchTest {
    private static final int MAIN = KernelWatch.MAIN_TABLE;
    private static final int STORM = 5_000;
    private static final int MAX_SILENT_SECONDS = 15;
    private static final Address NET = Address.v4(0xC0000200);
    private static final Address GATEWAY = Address.v4(0x0A000002);

    @TempDir
    private Path directory;
    private Namespaces spaces;
    private String space;
    private final Recorder recorder = new Recorder();
    private KernelWatch watch;

    @BeforeEach
    void makesASpaceWithALink() throws IOException {
        spaces = new Namespaces(directory);
        space = spaces.make("watch");
        // A new one has the settings of the machine's own.
        spaces.run(space, "sysctl", "-q", "-w", "net.ipv4.ip_forward=0", "net.ipv4.conf.all.rp_filter=0",
            "net.ipv4.conf.default.rp_filter=0").succeeded();
        ip("link add va address 02:00:00:00:00:0a type veth peer name vb");
        ip("addr add 10.0.0.1/24 dev va");
        ip("addr add 2001:db8:1::1/64 dev va nodad");
        ip("link set va up");
        ip("link set vb up");
        watch = KernelWatch.open(NetworkNamespace.of(space), Set.of(MAIN), recorder);
    }

    @AfterEach
    void removesIt() {
        if (watch != null) {
            watch.close();
        }
        if (spaces != null) {
            spaces.close();
        }
    }

    private void ip(String arguments) throws IOException {
        spaces.ip(space, arguments);
    }

    private void until(BooleanSupplier condition) {
        int silent = 0;
        while (!condition.getAsBoolean()) {
            silent = watch.poll(1_000) ? 0 : silent + 1;
            assertTrue(silent < MAX_SILENT_SECONDS, () -> "the kernel tells nothing more; it told " + recorder.tables + recorder.events);
        }
    }

    private int link(String name) {
        return recorder.all(KernelEvent.Link.class).stream().filter(link -> link.name().equals(name)).findFirst().orElseThrow().index();
    }

    private KernelEvent.Route route(String key) {
        until(() -> recorder.routes.containsKey(key));
        return recorder.routes.get(key);
    }

    @Test
    void allTablesAreNotifiedFirst() throws IOException {
        ip("neigh add 10.0.0.2 lladdr 02:00:00:00:00:02 dev va nud permanent");
        ip("neigh add 2001:db8:1::2 lladdr 02:00:00:00:00:03 dev va nud permanent");
        ip("route add 192.0.2.0/24 via 10.0.0.2");
        ip("route add 2001:db8:2::/48 via 2001:db8:1::2 metric 77");

        watch.poll(0);

        int a = link("va");
        KernelEvent.Link link = recorder.all(KernelEvent.Link.class).stream().filter(each -> each.index() == a).findFirst().orElseThrow();
        assertEquals(new KernelEvent.Link(Change.SET, a, "va", true, true, 1500, OptionalLong.of(0x02000000000AL), 0), link);
        assertTrue(recorder.all(KernelEvent.InterfaceAddress.class)
            .contains(new KernelEvent.InterfaceAddress(Change.SET, a, Address.v4(0x0A000001), 24, true)));
        assertTrue(recorder.all(KernelEvent.InterfaceAddress.class)
            .contains(new KernelEvent.InterfaceAddress(Change.SET, a, Address.v6(0x20010DB800010000L, 1), 64, true)));
        assertTrue(recorder.all(KernelEvent.Neighbour.class)
            .contains(new KernelEvent.Neighbour(Change.SET, a, GATEWAY, OptionalLong.of(0x020000000002L), false)));
        assertTrue(recorder.all(KernelEvent.Neighbour.class)
            .contains(new KernelEvent.Neighbour(Change.SET, a, Address.v6(0x20010DB800010000L, 2),
                OptionalLong.of(0x020000000003L), false)));
        assertEquals(List.of(new RouteHop(GATEWAY, a, 1, false)), route("192.0.2.0/24 0").hops());
        assertEquals(List.of(new RouteHop(Address.v6(0x20010DB800010000L, 2), a, 1, false)), route("2001:db8:2::/48 77").hops());
        assertEquals(RouteType.UNICAST, route("10.0.0.0/24 0").type());
        assertEquals(2 * Kind.values().length, recorder.tables.size(), recorder.tables::toString);
        assertEquals(0, watch.counters().get(Counter.MALFORMED));
    }

    @Test
    void eachChangeIsNotified() throws IOException {
        watch.poll(0);
        int a = link("va");

        ip("route add 192.0.2.0/24 via 10.0.0.2");
        assertEquals(new KernelEvent.Route(Change.SET, MAIN, NET, 24, 0, RouteType.UNICAST, 0, 3,
            List.of(new RouteHop(GATEWAY, a, 1, false)), 0, RouteMetrics.NONE, Place.ALONE), route("192.0.2.0/24 0"));
        ip("route replace 192.0.2.0/24 via 10.0.0.3");
        until(() -> recorder.routes.get("192.0.2.0/24 0").place() == Place.IN_PLACE_OF_FIRST);
        ip("route del 192.0.2.0/24");
        until(() -> !recorder.routes.containsKey("192.0.2.0/24 0"));
        for (String type : List.of("blackhole", "unreachable", "prohibit")) {
            ip("route add " + type + " 198.51.100.0/24 metric 9");
            assertEquals(type.toUpperCase(Locale.ROOT), route("198.51.100.0/24 9").type().name());
            ip("route del " + type + " 198.51.100.0/24");
            until(() -> !recorder.routes.containsKey("198.51.100.0/24 9"));
        }
        ip("addr add 10.9.0.1/16 dev vb");
        until(() -> recorder.all(KernelEvent.InterfaceAddress.class).stream()
            .anyMatch(each -> each.address().equals(Address.v4(0x0A090001)) && each.bits() == 16));
        ip("neigh add 10.0.0.7 lladdr 02:00:00:00:00:07 dev va nud reachable");
        until(() -> recorder.all(KernelEvent.Neighbour.class).stream().anyMatch(each -> each.mac().orElse(0) == 0x020000000007L));
        ip("neigh change 10.0.0.7 dev va nud stale");
        until(() -> recorder.all(KernelEvent.Neighbour.class).stream().anyMatch(KernelEvent.Neighbour::stale));
        try (KernelNetwork network = KernelNetwork.open(NetworkNamespace.of(space))) {
            network.probe(a, Address.v4(0x0A000007));
        }
        until(() -> recorder.all(KernelEvent.Neighbour.class).stream()
            .anyMatch(each -> each.address().equals(Address.v4(0x0A000007)) && each.mac().isEmpty()));
        recorder.events.clear();
        ip("neigh replace 10.0.0.7 lladdr 02:00:00:00:00:07 dev va nud reachable");
        ip("neigh del 10.0.0.7 dev va");
        until(() -> recorder.all(KernelEvent.Neighbour.class).stream()
            .anyMatch(each -> each.address().equals(Address.v4(0x0A000007)) && each.mac().isEmpty()));
        ip("link set vb down");
        until(() -> recorder.all(KernelEvent.Link.class).stream().anyMatch(each -> each.name().equals("va") && !each.carrier()));
        ip("link del va");
        until(() -> recorder.all(KernelEvent.Link.class).stream().anyMatch(each -> each.change() == Change.GONE && each.index() == a));
    }

    @Test
    void severalHopsAndNextHopsByNumberAreUnderstood() throws IOException {
        watch.poll(0);
        int a = link("va");
        Address other = Address.v4(0x0A000003);

        ip("route add 192.0.2.0/24 nexthop via 10.0.0.2 weight 3 nexthop via 10.0.0.3");
        assertEquals(List.of(new RouteHop(GATEWAY, a, 3, false), new RouteHop(other, a, 1, false)), route("192.0.2.0/24 0").hops());
        ip("route add 2001:db8:5::/48 nexthop via 2001:db8:1::2 dev va nexthop via 2001:db8:1::3 dev va");
        assertEquals(2, route("2001:db8:5::/48 1024").hops().size());
        ip("nexthop add id 5 via 10.0.0.2 dev va");
        ip("nexthop add id 6 blackhole");
        ip("nexthop add id 7 group 5");
        ip("route add 203.0.113.0/24 nhid 7");
        assertEquals(7, route("203.0.113.0/24 0").nextHop());
        assertTrue(recorder.all(KernelEvent.NextHop.class).containsAll(List.of(
            new KernelEvent.NextHop(Change.SET, 5, new RouteHop(GATEWAY, a, 1, false), false, List.of()),
            new KernelEvent.NextHop(Change.SET, 6, null, true, List.of()),
            new KernelEvent.NextHop(Change.SET, 7, null, false, List.of(new KernelEvent.NextHop.Member(5, 1))))));
        ip("route add 198.18.0.0/24 via inet6 fe80::9 dev va");
        assertEquals(List.of(new RouteHop(Address.v6(0xFE80L << 48, 9), a, 1, false)), route("198.18.0.0/24 0").hops());
        ip("route add 198.19.0.0/24 tos 4 via 10.0.0.2");
        assertTrue(route("198.19.0.0/24 0").special());
    }

    @Test
    void routesSayWhereTheyStandAndHowLargePacketsMayBe() throws IOException {
        watch.poll(0);
        ip("route add 192.0.2.0/24 via 10.0.0.2 mtu lock 1300");
        assertEquals(new RouteMetrics(1300, true), route("192.0.2.0/24 0").metrics());
        ip("route append 192.0.2.0/24 via 10.0.0.3 mtu 1200");
        until(() -> recorder.routes.get("192.0.2.0/24 0").place() == Place.LAST);
        assertEquals(new RouteMetrics(1200, false), route("192.0.2.0/24 0").metrics());
        ip("route prepend 192.0.2.0/24 via 10.0.0.4 advmss 900");
        until(() -> recorder.routes.get("192.0.2.0/24 0").place() == Place.FIRST);
        assertEquals(RouteMetrics.NONE, route("192.0.2.0/24 0").metrics());
        ip("route add 2001:db8:2::/48 via 2001:db8:1::2 mtu lock 1300");
        assertEquals(new RouteMetrics(1300, true), route("2001:db8:2::/48 1024").metrics());
    }

    @Test
    void settingsAndRulesAreNotified() throws IOException {
        ip("rule add pref 9 from 10.66.0.0/16 iif va blackhole");
        watch.poll(0);
        int a = link("va");
        assertTrue(recorder.all(Rule.class).contains(new Rule(Change.SET, 4, 9, 0, new Rule.Range(Address.v4(0x0A420000), 16),
            Rule.Range.all(4), "va", Rule.Concerns.ALL)), recorder.all(Rule.class)::toString);
        assertTrue(recorder.all(Rule.class).contains(new Rule(Change.SET, 6, 32766, MAIN, Rule.Range.all(6), Rule.Range.all(6), "",
            Rule.Concerns.ALL)), recorder.all(Rule.class)::toString);
        assertTrue(recorder.all(Setting.class).stream().anyMatch(each -> each.version() == 4 && each.link() == a && each.forwarding() == 0
            && each.reversePath() == 0));
        assertTrue(recorder.all(Setting.class).stream().anyMatch(each -> each.version() == 6 && each.link() == Setting.ALL));
        recorder.events.clear();
        ip("rule add pref 10 fwmark 7 lookup 77");
        ip("rule add pref 11 not from 10.66.0.0/16 lookup 77");
        ip("rule add pref 12 oif va lookup 77");
        ip("rule add pref 13 ipproto tcp dport 80 lookup 77");
        ip("rule add pref 14 lookup main suppress_prefixlength 0");
        until(() -> recorder.all(Rule.class).size() == 5);
        assertEquals(List.of(Rule.Concerns.MARKED, Rule.Concerns.SOME, Rule.Concerns.OWN, Rule.Concerns.SOME, Rule.Concerns.ALL),
            recorder.all(Rule.class).stream().map(Rule::concerns).toList());
        assertEquals(List.of(77, 77, 77, 77, 0), recorder.all(Rule.class).stream().map(Rule::table).toList());
        try (KernelNetwork network = KernelNetwork.open(NetworkNamespace.of(space))) {
            network.setting("net/ipv4/conf/va/rp_filter", "2");
            network.setting("net/ipv4/ip_forward", "1");
            network.setting("net/ipv6/conf/all/forwarding", "1");
        }
        until(() -> recorder.all(Setting.class).contains(new Setting(Change.SET, 4, a, -1, 2, -1)));
        until(() -> recorder.all(Setting.class).stream()
            .anyMatch(each -> each.version() == 4 && each.link() == a && each.forwarding() == 1));
        until(() -> recorder.all(Setting.class).stream()
            .anyMatch(each -> each.version() == 6 && each.link() == Setting.ALL && each.forwarding() == 1));
        assertEquals(0, watch.counters().get(Counter.MALFORMED));
    }

    @Test
    void packetFiltersForWhatIsForwardedAreNamed() throws IOException {
        NetworkNamespace network = NetworkNamespace.of(space);
        Program.need("nft");
        assertEquals(List.of(), FilterChain.ofForwarded(network));
        nft("add table inet guard");
        nft("add chain inet guard forward { type filter hook forward priority 0; policy drop; }");
        nft("add chain inet guard output { type filter hook output priority 0; policy drop; }");
        nft("add chain inet guard before { type filter hook prerouting priority 0; }");
        nft("add chain inet guard plain");
        assertEquals(List.of("nft chain inet guard forward (hook forward, policy drop, 0 rules)"), texts(network));
        nft("add rule inet guard before ip daddr 192.0.2.1 drop");
        assertEquals(List.of("nft chain inet guard forward (hook forward, policy drop, 0 rules)",
            "nft chain inet guard before (hook prerouting, policy accept, 1 rule)"), texts(network));
    }

    private void nft(String command) throws IOException {
        spaces.run(space, "nft", command).succeeded();
    }

    private static List<String> texts(NetworkNamespace network) {
        return FilterChain.ofForwarded(network).stream().map(FilterChain::text).toList();
    }

    @Test
    void routesOfOtherTablesAreLeftOut() throws IOException {
        ip("route add 192.0.2.0/24 via 10.0.0.2 table 77");
        watch.poll(0);
        ip("route add 198.51.100.0/24 via 10.0.0.2 table 77");
        ip("route add 203.0.113.0/24 via 10.0.0.2");

        route("203.0.113.0/24 0");
        assertFalse(recorder.routes.containsKey("192.0.2.0/24 0"));
        assertFalse(recorder.routes.containsKey("198.51.100.0/24 0"));
        assertTrue(recorder.all(KernelEvent.Route.class).stream().allMatch(each -> each.table() == MAIN));
    }

    @Test
    void whatTheKernelCouldNotKeepIsReadAgain() throws IOException {
        watch.close();
        watch = KernelWatch.open(NetworkNamespace.of(space), Set.of(MAIN), recorder, 64 << 10);
        watch.poll(0);
        storm(STORM);

        until(() -> watch.counters().get(Counter.LOST) > 0);
        until(() -> recorder.routes.size() > STORM);
        assertTrue(recorder.tables.lastIndexOf("end ROUTES") > 2 * Kind.values().length, "the tables were told once more");
    }

    @Test
    @Tag("full")
    void aQuarterOfAMillionRoutesIsReadAtOnce() throws IOException {
        storm(250_000);
        long begin = System.nanoTime();

        watch.poll(0);

        System.out.printf("a table of %,d routes was read in %,d ms%n", recorder.routes.size(), (System.nanoTime() - begin) / 1_000_000);
        assertTrue(recorder.routes.size() > 250_000, () -> "only " + recorder.routes.size());
        assertEquals(0, watch.counters().get(Counter.MALFORMED));
    }

    private void storm(int routes) throws IOException {
        spaces.batch(space, IntStream.range(0, routes).mapToObj(number -> Address.v4((20 << 24) + (number << 8)))
            .map(prefix -> "route add " + prefix + "/24 via 10.0.0.2"));
    }

    @Test
    void aTableIsToldOnceMoreWhenAskedFor() {
        watch.poll(0);
        recorder.tables.clear();
        watch.again(Kind.ROUTES);
        watch.poll(0);
        assertEquals(List.of("begin ROUTES", "end ROUTES"), recorder.tables);
    }

    @Test
    void aSpaceThatIsNotThereIsRefusedInOneLine() {
        SystemCallException refused = assertThrows(SystemCallException.class,
            () -> KernelWatch.open(NetworkNamespace.of("no-such-space"), Set.of(MAIN), recorder));
        assertTrue(refused.getMessage().startsWith("there is no network namespace 'no-such-space'"), refused.getMessage());
    }

    @Test
    void interfacesAreSetAsARouterNeedsThem() throws IOException {
        watch.poll(0);
        int a = link("va");
        try (KernelNetwork network = KernelNetwork.open(NetworkNamespace.of(space))) {
            network.up(a, Change.GONE);
            network.mtu(a, 1400);
            network.address(a, Change.SET, Address.v4(0x0A070001), 30);
            network.address(a, Change.SET, Address.v6(0x20010DB800070000L, 1), 64);
            network.up(a, Change.SET);
            assertEquals("0", network.setting("net/ipv4/ip_forward", "1"));
            assertEquals("1", network.setting("net/ipv4/ip_forward", "1"));
            assertEquals("", network.setting("net/ipv4/no_such_setting", "1"));
            String shown = spaces.ip(space, "addr show dev va");
            assertTrue(shown.contains("10.7.0.1/30") && shown.contains("2001:db8:7::1/64") && shown.contains("mtu 1400"), shown);
            assertTrue(shown.contains("UP"), shown);
            assertEquals("1", spaces.run(space, "cat", "/proc/sys/net/ipv4/ip_forward").output().strip());
            network.address(a, Change.GONE, Address.v4(0x0A070001), 30);
            assertFalse(spaces.ip(space, "addr show dev va").contains("10.7.0.1/30"));
            SystemCallException refused = assertThrows(SystemCallException.class, () -> network.mtu(a, 7));
            assertTrue(refused.getMessage().startsWith("interface " + a + " cannot have an MTU of 7: "), refused.getMessage());
            network.remove(a);
            SystemCallException gone = assertThrows(SystemCallException.class, () -> network.up(a, Change.SET));
            assertTrue(gone.getMessage().endsWith("there is no such device"), gone.getMessage());
        }
    }
}
