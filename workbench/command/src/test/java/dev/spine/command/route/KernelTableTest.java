package dev.spine.command.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.os.netlink.KernelEvent;
import dev.spine.device.os.netlink.KernelEvent.Change;
import dev.spine.device.os.netlink.KernelEvent.Kind;
import dev.spine.device.os.netlink.KernelEvent.NextHop.Member;
import dev.spine.device.os.netlink.KernelEvent.Route.Place;
import dev.spine.device.os.netlink.KernelEvent.Rule;
import dev.spine.device.os.netlink.KernelEvent.Setting;
import dev.spine.device.os.netlink.RouteHop;
import dev.spine.device.os.netlink.RouteMetrics;
import dev.spine.device.os.netlink.RouteType;
import dev.spine.extension.router.host.IntakeSettings;
import dev.spine.extension.router.host.InterfaceAddress;
import dev.spine.extension.router.host.NextHop;
import dev.spine.extension.router.host.RouterFullException;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the cards are told of what the kernel says: the best route of each prefix, differences alone, nothing in between. */
class KernelTableTest {
    private static final Address NET = Address.v4(0xC0000200);
    private static final Prefix PREFIX = Prefix.parse("192.0.2.0/24");
    private static final Address GATEWAY = Address.v4(0x0A000002);
    private static final Address OTHER = Address.v4(0x0A010002);
    private static final NextHop BY_FIRST = new NextHop.Via(1, Address.parse("10.0.0.2"));
    private static final NextHop BY_SECOND = new NextHop.Via(2, Address.parse("10.1.0.2"));
    private static final int SHARE = 8;
    private static final long MAC = 0x020000000002L;

    private final List<String> notified = new ArrayList<>();
    private final KernelTable table = new KernelTable(Map.of("a", 1, "b", 2), List.of(254), new Notified(), SHARE);

    private boolean full;

    /** Writes down what it is told. */
    private final class Notified implements RouterTables {
        @Override
        public void addresses(int port, List<InterfaceAddress> addresses) {
            refuse();
            notified.add("addresses " + port + " " + addresses);
        }

        @Override
        public void hostAddresses(List<Address> addresses) {
            refuse();
            notified.add("host addresses " + addresses);
        }

        @Override
        public void mtu(int port, int bytes) {
            notified.add("mtu " + port + " " + bytes);
        }

        @Override
        public void up(int port, LinkState state) {
            notified.add(state + " " + port);
        }

        @Override
        public void intake(int port, IntakeSettings intake) {
            notified.add("intake " + port + " " + intake);
        }

        @Override
        public void neighbour(int port, Address address, long mac) {
            refuse();
            notified.add("neighbour " + port + " " + address + " " + Long.toHexString(mac));
        }

        @Override
        public void forgetNeighbour(int port, Address address) {
            notified.add("forget " + port + " " + address);
        }

        @Override
        public void route(Prefix prefix, NextHop hop) {
            refuse();
            notified.add("route " + prefix);
        }

        @Override
        public void removeRoute(Prefix prefix) {
            notified.add("remove " + prefix);
        }

        @Override
        public void replaceRoutes(Map<Prefix, NextHop> routes) {
            refuse();
            notified.add("replace " + routes.size());
        }

        private void refuse() {
            if (full) {
                throw new RouterFullException(RouterFullException.Resource.TABLE, "no room");
            }
        }

        @Override
        public CompletionStage<Void> acknowledged() {
            return CompletableFuture.completedFuture(null);
        }
    }

    @BeforeEach
    void hasTwoLinks() {
        link(7, "a", true);
        link(8, "b", true);
        link(9, "other", true);
        flush();
        notified.clear();
    }

    private void link(int index, String name, boolean up) {
        table.on(new KernelEvent.Link(Change.SET, index, name, up, up, 1500, OptionalLong.empty(), 0));
    }

    private void flush() {
        table.flush(1_000);
    }

    private static KernelEvent.Route route(Change change, RouteType type, long priority, RouteHop... hops) {
        return new KernelEvent.Route(change, 254, NET, 24, 0, type, priority, 3, List.of(hops), 0, RouteMetrics.NONE, Place.LAST);
    }

    private static RouteHop by(int link, Address gateway) {
        return new RouteHop(gateway, link, 1, false);
    }

    private void set(long priority, RouteHop... hops) {
        table.on(route(Change.SET, RouteType.UNICAST, priority, hops));
        flush();
    }

    private void gone(long priority, RouteHop... hops) {
        table.on(route(Change.GONE, RouteType.UNICAST, priority, hops));
        flush();
    }

    @Test
    void theRouteOfTheLowestPriorityWins() {
        set(20, by(7, GATEWAY));
        assertEquals(BY_FIRST, table.notifiedOf(PREFIX));
        set(10, by(8, OTHER));
        assertEquals(BY_SECOND, table.notifiedOf(PREFIX));
        gone(10, by(8, OTHER));
        assertEquals(BY_FIRST, table.notifiedOf(PREFIX));
        gone(20, by(7, GATEWAY));
        assertNull(table.notifiedOf(PREFIX));
        assertEquals(List.of("route 192.0.2.0/24", "route 192.0.2.0/24", "route 192.0.2.0/24", "remove 192.0.2.0/24"), notified);
    }

    @Test
    void whatComesAndGoesBetweenTwoFlushesIsNotTold() {
        table.on(route(Change.SET, RouteType.UNICAST, 0, by(7, GATEWAY)));
        table.on(route(Change.GONE, RouteType.UNICAST, 0, by(7, GATEWAY)));
        flush();
        assertEquals(List.of(), notified);
    }

    @Test
    void aReplacedRouteLeavesNothingBehind() {
        set(0, by(7, GATEWAY));
        table.on(replacement());
        flush();
        assertEquals(BY_SECOND, table.notifiedOf(PREFIX));
        gone(0, by(8, OTHER));
        assertNull(table.notifiedOf(PREFIX));
    }

    @Test
    void aTableThatIsReadAgainTellsDifferencesAlone() {
        set(0, by(7, GATEWAY));
        notified.clear();
        table.begins(Kind.ROUTES);
        table.on(route(Change.SET, RouteType.UNICAST, 0, by(7, GATEWAY)));
        table.ends(Kind.ROUTES, true);
        flush();
        assertEquals(List.of(), notified);
        table.begins(Kind.ROUTES);
        table.ends(Kind.ROUTES, false);
        flush();
        assertEquals(BY_FIRST, table.notifiedOf(PREFIX), "a reading that may have missed something removes nothing");
        table.begins(Kind.ROUTES);
        table.ends(Kind.ROUTES, true);
        flush();
        assertNull(table.notifiedOf(PREFIX));
    }

    /** The kernel was at the last of these when its table was read; it tells all of them after that. */
    @Test
    void aRouteThatAnOlderEventReplacesIsAskedForWhenTheReplacementGoes() {
        table.begins(Kind.ROUTES);
        table.on(route(Change.SET, RouteType.UNREACHABLE, 0));
        table.ends(Kind.ROUTES, true);
        table.on(replacement());
        assertFalse(table.isDoubtful());
        table.on(route(Change.GONE, RouteType.UNICAST, 0, by(8, OTHER)));
        assertEquals(Set.of(Kind.NEXT_HOPS, Kind.ROUTES), table.doubtful());
        table.begins(Kind.ROUTES);
        table.on(route(Change.SET, RouteType.UNREACHABLE, 0));
        table.ends(Kind.ROUTES, true);
        table.caughtUp();
        table.on(replacement());
        table.on(route(Change.GONE, RouteType.UNICAST, 0, by(8, OTHER)));
        assertFalse(table.isDoubtful(), "what is told now is new");
    }

    private static KernelEvent.Route replacement() {
        return new KernelEvent.Route(Change.SET, 254, NET, 24, 0, RouteType.UNICAST, 0, 3, List.of(by(8, OTHER)), 0, RouteMetrics.NONE,
            Place.IN_PLACE_OF_FIRST);
    }

    private static NextHop spread(int first, int second) {
        return new NextHop.Spread(List.of(new NextHop.Way((NextHop.Single) BY_FIRST, first),
            new NextHop.Way((NextHop.Single) BY_SECOND, second)));
    }

    @Test
    void flowsAreSpreadOverTheWaysThatWork() {
        set(0, new RouteHop(GATEWAY, 7, 3, false), new RouteHop(OTHER, 8, 1, false));
        assertEquals(spread(3, 1), table.notifiedOf(PREFIX));
        link(7, "a", false);
        flush();
        assertEquals(BY_SECOND, table.notifiedOf(PREFIX));
        assertEquals(Set.of(Kind.NEXT_HOPS, Kind.ROUTES), table.doubtful(), "the kernel drops such routes without a word");
        link(8, "b", false);
        flush();
        assertNull(table.notifiedOf(PREFIX));
        link(7, "a", true);
        link(8, "b", true);
        flush();
        assertEquals(spread(3, 1), table.notifiedOf(PREFIX));
        gone(0, new RouteHop(GATEWAY, 7, 3, false), new RouteHop(OTHER, 8, 1, false));
        set(0, by(7, GATEWAY), by(9, OTHER));
        assertEquals(new NextHop.ToHost(), table.notifiedOf(PREFIX), "one way is by an interface that is no card");
        gone(0, by(7, GATEWAY), by(9, OTHER));
        set(0, by(7, GATEWAY), by(7, GATEWAY));
        assertEquals(BY_FIRST, table.notifiedOf(PREFIX), "both ways are the same");
    }

    @Test
    void aGroupOfNextHopsIsAsTheWaysOfItsMembers() {
        table.on(new KernelEvent.NextHop(Change.SET, 1, by(7, GATEWAY), false, List.of()));
        table.on(new KernelEvent.NextHop(Change.SET, 2, by(8, OTHER), false, List.of()));
        table.on(group(new Member(1, 2), new Member(2, 5)));
        table.on(new KernelEvent.Route(Change.SET, 254, NET, 24, 0, RouteType.UNICAST, 0, 3, List.of(), 10,
            RouteMetrics.NONE, Place.ALONE));
        flush();
        assertEquals(spread(2, 5), table.notifiedOf(PREFIX));
        table.on(group(new Member(2, 5)));
        flush();
        assertEquals(BY_SECOND, table.notifiedOf(PREFIX));
    }

    private static KernelEvent.NextHop group(Member... members) {
        return new KernelEvent.NextHop(Change.SET, 10, null, false, List.of(members));
    }

    @Test
    void routesGoWithTheirNextHopAndItsPlacesInGroups() {
        table.on(new KernelEvent.NextHop(Change.SET, 1, by(7, GATEWAY), false, List.of()));
        table.on(group(new Member(1, 1)));
        table.on(new KernelEvent.Route(Change.SET, 254, NET, 24, 0, RouteType.UNICAST, 0, 3, List.of(), 10, RouteMetrics.NONE,
            Place.ALONE));
        flush();
        assertEquals(BY_FIRST, table.notifiedOf(PREFIX));
        table.on(new KernelEvent.NextHop(Change.GONE, 1, by(7, GATEWAY), false, List.of()));
        flush();
        assertNull(table.notifiedOf(PREFIX));
        table.on(new KernelEvent.NextHop(Change.SET, 1, by(7, GATEWAY), false, List.of()));
        table.on(group(new Member(1, 1)));
        flush();
        assertNull(table.notifiedOf(PREFIX), "the same numbers are other next hops now");
    }

    @Test
    void aRouteIsTheSameWhateverItsNextHopMeantWhenItWasTold() {
        table.on(new KernelEvent.NextHop(Change.SET, 10, null, true, List.of()));
        table.on(new KernelEvent.Route(Change.SET, 254, NET, 24, 0, RouteType.BLACKHOLE, 0, 3, List.of(), 10, RouteMetrics.NONE,
            Place.ALONE));
        flush();
        assertEquals(new NextHop.Blackhole(), table.notifiedOf(PREFIX));
        table.on(new KernelEvent.NextHop(Change.SET, 10, by(7, GATEWAY), false, List.of()));
        flush();
        assertEquals(BY_FIRST, table.notifiedOf(PREFIX));
        table.on(new KernelEvent.Route(Change.GONE, 254, NET, 24, 0, RouteType.UNICAST, 0, 3, List.of(), 10, RouteMetrics.NONE,
            Place.NOTIFIED));
        flush();
        assertNull(table.notifiedOf(PREFIX));
    }

    private void routeWith(int version, RouteMetrics metrics) {
        Address destination = version == 4 ? NET : Address.v6(0x20010DB8_00900000L, 0);
        table.on(new KernelEvent.Route(Change.SET, 254, destination, version == 4 ? 24 : 48, 0, RouteType.UNICAST, 0, 3,
            List.of(by(7, GATEWAY)), 0, metrics, Place.IN_PLACE_OF_FIRST));
        flush();
    }

    /** Linux include/net/ip.h, ip_dst_mtu_maybe_forward; include/net/ip6_route.h, ip6_dst_mtu_maybe_forward. */
    @Test
    void theMtuOfARouteHoldsAsForWhatTheKernelForwards() {
        Prefix six = Prefix.parse("2001:db8:90::/48");
        routeWith(4, new RouteMetrics(1_300, false));
        assertEquals(new NextHop.Limited((NextHop.Single) BY_FIRST, 1_300), table.notifiedOf(PREFIX));
        routeWith(4, new RouteMetrics(1_200, true));
        assertEquals(new NextHop.Limited((NextHop.Single) BY_FIRST, 1_200), table.notifiedOf(PREFIX));
        routeWith(4, RouteMetrics.NONE);
        assertEquals(BY_FIRST, table.notifiedOf(PREFIX));
        routeWith(6, new RouteMetrics(1_300, false));
        assertEquals(BY_FIRST, table.notifiedOf(six), "of version 6 a locked one alone");
        routeWith(6, new RouteMetrics(1_300, true));
        assertEquals(new NextHop.Limited((NextHop.Single) BY_FIRST, 1_300), table.notifiedOf(six));
        routeWith(6, new RouteMetrics(600, true));
        assertEquals(new NextHop.Limited((NextHop.Single) BY_FIRST, 1_280), table.notifiedOf(six), "none is less than that of any link");
    }

    private void setting(int version, int link, int forwarding, int reversePath) {
        table.on(new Setting(Change.SET, version, link, forwarding, reversePath, -1));
        flush();
    }

    private static IntakeSettings intake(IntakeSettings.SourceCheck sources, IntakeSettings.Flows... flows) {
        return new IntakeSettings(List.of(flows), sources);
    }

    @Test
    void whatAnInterfaceDoesNotForwardGoesToTheHost() {
        setting(4, 7, 0, 0);
        setting(4, 7, 1, -1);
        setting(6, 7, 0, -1);
        setting(6, Setting.ALL, 0, -1);
        String six = intake(IntakeSettings.SourceCheck.NONE, IntakeSettings.Flows.all(6)).toString();
        assertEquals(List.of("intake 1 " + intake(IntakeSettings.SourceCheck.NONE, IntakeSettings.Flows.all(4)), "intake 1 "
            + IntakeSettings.OPEN), notified.subList(0, 2));
        assertEquals(Set.of("intake 1 " + six, "intake 2 " + six), Set.copyOf(notified.subList(2, notified.size())));
    }

    @Test
    void theStrongerCheckOfSourcesHolds() {
        setting(4, 7, -1, 1);
        setting(4, Setting.ALL, -1, 2);
        assertEquals(Set.of("intake 1 " + intake(IntakeSettings.SourceCheck.STRICT), "intake 1 " + intake(IntakeSettings.SourceCheck.LOOSE),
            "intake 2 " + intake(IntakeSettings.SourceCheck.LOOSE)), Set.copyOf(notified));
    }

    private static Rule rule(long priority, int number, Rule.Range from, String incoming, Rule.Concerns concerns) {
        return new Rule(Change.SET, 4, priority, number, from, Rule.Range.all(4), incoming, concerns);
    }

    private void rules(Rule... more) {
        table.begins(Kind.RULES);
        table.on(rule(0, 255, Rule.Range.all(4), "", Rule.Concerns.ALL));
        List.of(more).forEach(table::on);
        table.on(rule(32_767, 253, Rule.Range.all(4), "", Rule.Concerns.ALL));
        table.ends(Kind.RULES, true);
        flush();
    }

    @Test
    void packetsOfARuleThatTheCardsDoNotKnowGoToTheHost() {
        Rule main = rule(32_766, 254, Rule.Range.all(4), "", Rule.Concerns.ALL);
        Rule.Range some = new Rule.Range(Address.v4(0x0A420000), 16);
        IntakeSettings.Flows flows = new IntakeSettings.Flows(Prefix.parse("10.66.0.0/16"), Prefix.parse("0.0.0.0/0"));
        rules(main);
        rules(main, rule(9, 77, some, "", Rule.Concerns.OWN), rule(9, 78, some, "", Rule.Concerns.MARKED), rule(10, 254, some, "",
            Rule.Concerns.SOME));
        assertEquals(List.of(), notified);
        rules(rule(5, 0, some, "a", Rule.Concerns.ALL), main);
        assertEquals(List.of("intake 1 " + intake(IntakeSettings.SourceCheck.NONE, flows)), notified);
        table.on(rule(5, 0, some, "", Rule.Concerns.SOME));
        rules(rule(5, 0, some, "", Rule.Concerns.SOME), main);
        assertEquals("intake 2 " + intake(IntakeSettings.SourceCheck.NONE, flows), notified.getLast());
        assertEquals(List.of("IPv4 rule 5 from 10.66.0.0/16 to all"), table.rulesOfHost());
        table.on(main);
        rules();
        assertTrue(notified.contains("intake 2 " + intake(IntakeSettings.SourceCheck.NONE, IntakeSettings.Flows.all(4))),
            "no rule asks the table");
    }

    @Test
    void gatewaysOfSeveralWaysAreAskedForUntilTheyAreKnown() {
        set(0, by(7, GATEWAY));
        assertEquals(List.of(), unknownGateways(), "the host finds it for the packets that come to it");
        set(5, by(8, OTHER));
        assertEquals(List.of(), unknownGateways());
        gone(0, by(7, GATEWAY));
        gone(5, by(8, OTHER));
        set(0, by(7, GATEWAY), by(8, OTHER));
        assertTrue(table.hasNewGateways());
        assertEquals(List.of("7 " + GATEWAY, "8 " + OTHER), unknownGateways());
        assertFalse(table.hasNewGateways());
        neighbour(8, 0x0A010002, false);
        assertEquals(List.of("7 " + GATEWAY), unknownGateways());
        table.on(new KernelEvent.Neighbour(Change.GONE, 8, OTHER, OptionalLong.empty(), false));
        assertEquals(List.of("7 " + GATEWAY, "8 " + OTHER), unknownGateways());
        gone(0, by(7, GATEWAY), by(8, OTHER));
        assertEquals(List.of(), unknownGateways());
    }

    @Test
    void neighboursByWhichServersAreReachedAreAskedForUntilTheyAreKnown() {
        table.on(new KernelEvent.Route(Change.SET, 254, Address.v4(0x0A010000), 16, 0, RouteType.UNICAST, 0, 3,
            List.of(new RouteHop(null, 8, 1, false)), 0, RouteMetrics.NONE, Place.ALONE));
        set(0, by(7, GATEWAY));
        assertFalse(table.hasNewGateways());
        table.servers(Set.of(Address.parse("10.1.0.9"), Address.parse("192.0.2.9"), Address.parse("203.0.113.9")));
        assertTrue(table.hasNewGateways());
        assertEquals(Set.of("7 " + GATEWAY, "8 " + Address.v4(0x0A010009)), Set.copyOf(unknownGateways()));
        assertFalse(table.hasNewGateways());
        neighbour(8, 0x0A010009, false);
        assertEquals(List.of("7 " + GATEWAY), unknownGateways());
        table.on(new KernelEvent.Neighbour(Change.GONE, 8, Address.v4(0x0A010009), OptionalLong.empty(), false));
        flush();
        assertTrue(table.hasNewGateways(), "it is asked again at once");
        gone(0, by(7, GATEWAY));
        set(0, by(8, OTHER));
        assertEquals(Set.of("8 " + OTHER, "8 " + Address.v4(0x0A010009)), Set.copyOf(unknownGateways()), "the route is another one");
        table.servers(Set.of());
        assertEquals(List.of(), unknownGateways());
    }

    @Test
    void aServerIsInNoShareOfItsPort() {
        table.on(new KernelEvent.Route(Change.SET, 254, Address.v4(0x0A000000), 16, 0, RouteType.UNICAST, 0, 3,
            List.of(new RouteHop(null, 7, 1, false)), 0, RouteMetrics.NONE, Place.ALONE));
        flush();
        table.servers(Set.of(Address.parse("10.0.0.9")));
        neighbour(7, 0x0A000009, false);
        for (int i = 0; i < 3 * SHARE; i++) {
            neighbour(7, 0x0A000100 + i, false);
        }
        assertTrue(neighboursOf(1).contains("10.0.0.9"), notified::toString);
    }

    @Test
    void addressesOfInterfacesThatAreNoCardsAreTheHosts() {
        table.on(new KernelEvent.InterfaceAddress(Change.SET, 9, Address.v4(0xC0000263), 32, true));
        table.on(new KernelEvent.InterfaceAddress(Change.SET, 9, Address.v6(0xFE80000000000000L, 1), 64, true));
        flush();
        assertEquals(List.of("host addresses [192.0.2.99]"), notified);
        table.on(new KernelEvent.InterfaceAddress(Change.GONE, 9, Address.v4(0xC0000263), 32, true));
        flush();
        assertEquals("host addresses []", notified.getLast());
    }

    private List<String> unknownGateways() {
        List<String> unknown = new ArrayList<>();
        table.eachUnknownGateway((link, address) -> unknown.add(link + " " + address));
        return unknown;
    }

    @Test
    void whatTheCardsCannotDoGoesToTheHost() {
        NextHop host = new NextHop.ToHost();
        set(0, by(9, GATEWAY));
        assertEquals(host, table.notifiedOf(PREFIX), "by an interface that is no card");
        gone(0, by(9, GATEWAY));
        set(0, new RouteHop(GATEWAY, 7, 1, true));
        assertEquals(host, table.notifiedOf(PREFIX), "through a tunnel");
        gone(0, new RouteHop(GATEWAY, 7, 1, true));
        table.on(new KernelEvent.Route(Change.SET, 254, NET, 24, 0, RouteType.UNICAST, 0, 3, List.of(), 55,
            RouteMetrics.NONE, Place.ALONE));
        flush();
        assertEquals(host, table.notifiedOf(PREFIX), "by a next hop that nobody has described");
        table.on(new KernelEvent.NextHop(Change.SET, 55, by(8, OTHER), false, List.of()));
        table.tryAgain();
        flush();
        assertEquals(BY_SECOND, table.notifiedOf(PREFIX));
        table.on(new KernelEvent.NextHop(Change.SET, 55, by(7, GATEWAY), false, List.of()));
        flush();
        assertEquals(BY_FIRST, table.notifiedOf(PREFIX), "a next hop changes for all its routes");
    }

    @Test
    void dropsAreDropsOnTheCards() {
        table.on(route(Change.SET, RouteType.PROHIBIT, 0));
        flush();
        assertEquals(new NextHop.Prohibited(), table.notifiedOf(PREFIX));
        table.on(route(Change.SET, RouteType.BLACKHOLE, 5));
        table.on(route(Change.GONE, RouteType.PROHIBIT, 0));
        flush();
        assertEquals(new NextHop.Blackhole(), table.notifiedOf(PREFIX));
    }

    @Test
    void neighboursFollowTheirLink() {
        table.on(new KernelEvent.Neighbour(Change.SET, 7, GATEWAY, OptionalLong.of(MAC), false));
        table.on(new KernelEvent.Neighbour(Change.SET, 9, GATEWAY, OptionalLong.of(MAC), false));
        flush();
        table.on(new KernelEvent.Link(Change.GONE, 7, "a", false, false, 0, OptionalLong.empty(), 0));
        flush();
        assertEquals(List.of("neighbour 1 10.0.0.2 20000000002", "DOWN 1", "forget 1 10.0.0.2"), notified);
    }

    @Test
    void addressesAreNotifiedTogether() {
        table.on(new KernelEvent.InterfaceAddress(Change.SET, 7, Address.v4(0x0A000001), 24, true));
        table.on(new KernelEvent.InterfaceAddress(Change.SET, 7, Address.v6(0x20010DB8_00000000L, 1), 64, true));
        table.on(new KernelEvent.InterfaceAddress(Change.SET, 8, Address.v6(0x20010DB8_00000000L, 2), 64, false));
        flush();
        assertEquals(1, notified.size(), notified::toString);
        assertTrue(notified.getFirst().startsWith("addresses 1 [10.0.0.1/24, 2001:db8:"), notified::toString);
    }

    @Test
    void whatWasRefusedIsToldAgainAndKeepsNothingElseBack() {
        set(0, by(7, GATEWAY));
        notified.clear();
        full = true;
        table.on(new KernelEvent.Neighbour(Change.SET, 7, GATEWAY, OptionalLong.of(MAC), false));
        table.on(new KernelEvent.InterfaceAddress(Change.SET, 8, OTHER, 24, true));
        table.on(route(Change.GONE, RouteType.UNICAST, 0, by(7, GATEWAY)));
        assertThrows(RouterFullException.class, this::flush);
        assertEquals(List.of("remove 192.0.2.0/24"), notified);
        assertEquals(0, table.notifiedNeighbours());

        notified.clear();
        full = false;
        table.tryAgain();
        flush();
        assertTrue(notified.stream().anyMatch(line -> line.startsWith("neighbour 1 10.0.0.2")), notified::toString);
        assertTrue(notified.stream().anyMatch(line -> line.startsWith("addresses 2 [10.1.0.2/24")), notified::toString);
        assertEquals(1, table.notifiedNeighbours());
    }

    @Test
    void whatIsMissingIsCountedUntilItIsThere() {
        assertEquals(Missing.NONE, table.missing());
        full = true;
        table.on(route(Change.SET, RouteType.UNICAST, 0, by(7, GATEWAY)));
        table.on(new KernelEvent.Neighbour(Change.SET, 7, GATEWAY, OptionalLong.of(MAC), false));
        table.on(new KernelEvent.InterfaceAddress(Change.SET, 8, OTHER, 24, true));
        for (int attempt = 0; attempt < 3; attempt++) {
            assertThrows(RouterFullException.class, this::flush);
            assertEquals(new Missing(1, 1, 1), table.missing());
            table.tryAgain();
        }
        table.on(route(Change.GONE, RouteType.UNICAST, 0, by(7, GATEWAY)));
        assertThrows(RouterFullException.class, this::flush);
        assertEquals(new Missing(0, 1, 1), table.missing(), "the kernel has it no more");
        full = false;
        table.tryAgain();
        flush();
        assertEquals(Missing.NONE, table.missing());
    }

    @Test
    void aWholeTableGoesInOnePiece() {
        for (int number = 0; number < 50; number++) {
            table.on(new KernelEvent.Route(Change.SET, 254, Address.v4(number << 16), 16, 0, RouteType.UNICAST, 0, 3,
                List.of(by(7, GATEWAY)), 0, RouteMetrics.NONE, Place.ALONE));
        }
        table.flush(10);
        assertEquals(List.of("replace 50"), notified);
        assertEquals(50, table.notifiedRoutes());
    }

    private void neighbour(int link, int address, boolean isStale) {
        table.on(new KernelEvent.Neighbour(Change.SET, link, Address.v4(address), OptionalLong.of(MAC), isStale));
        flush();
    }

    private List<String> neighboursOf(int port) {
        List<String> known = new ArrayList<>();
        for (String line : notified) {
            String[] words = line.split(" ");
            if (words[0].equals("neighbour") && words[1].equals(Integer.toString(port))) {
                known.remove(words[2]);
                known.add(words[2]);
            } else if (words[0].equals("forget") && words[1].equals(Integer.toString(port))) {
                known.remove(words[2]);
            }
        }
        return known;
    }

    @Test
    void aStationThatAnswersForAnyNumberOfAddressesTakesNothingFromOthers() {
        set(0, by(7, GATEWAY));
        neighbour(7, 0x0A000002, true);
        neighbour(8, 0x0A010003, false);
        for (int i = 0; i < 10_000; i++) {
            neighbour(7, 0x0A000100 + i, false);
            assertTrue(neighboursOf(1).size() <= SHARE + 1, () -> neighboursOf(1).size() + " neighbours");
            if (i % 5 == 0) {
                // It goes on to be spoken to.
                neighbour(7, 0x0A000101, false);
            }
            if (notified.size() > 1_000) {
                List<String> last = neighboursOf(1);
                List<String> others = neighboursOf(2);
                notified.clear();
                last.forEach(each -> notified.add("neighbour 1 " + each));
                others.forEach(each -> notified.add("neighbour 2 " + each));
            }
        }
        assertEquals(SHARE + 1, neighboursOf(1).size());
        assertTrue(neighboursOf(1).contains("10.0.0.2"), "the gateway stays, however long ago the kernel has heard of it");
        assertTrue(neighboursOf(1).contains("10.0.1.1"), "so does who is spoken to");
        assertEquals(List.of("10.1.0.3"), neighboursOf(2), "and those of other ports");
        assertTrue(table.passedOver() > 9_000);
    }

    @Test
    void nobodyGoesForANeighbourThatIsNotSpokenTo() {
        for (int i = 1; i <= SHARE; i++) {
            neighbour(7, 0x0A000100 + i, false);
        }
        neighbour(7, 0x0A000200, true);
        assertEquals(SHARE, neighboursOf(1).size());
        assertTrue(!neighboursOf(1).contains("10.0.2.0"), notified::toString);
        neighbour(7, 0x0A000200, false);
        assertTrue(neighboursOf(1).contains("10.0.2.0"), notified::toString);
    }

    @Test
    void aNeighbourThatBecomesAGatewayIsToldAndTakesAPlaceAgainWhenItIsNoneAnyMore() {
        neighbour(7, 0x0A000002, false);
        for (int i = 1; i <= SHARE; i++) {
            neighbour(7, 0x0A000100 + i, false);
        }
        assertTrue(!neighboursOf(1).contains("10.0.0.2"), notified::toString);
        set(0, by(7, GATEWAY));
        flush();
        assertTrue(neighboursOf(1).contains("10.0.0.2"), notified::toString);
        assertEquals(SHARE + 1, neighboursOf(1).size());
        gone(0, by(7, GATEWAY));
        flush();
        assertEquals(SHARE, neighboursOf(1).size());
    }
}
