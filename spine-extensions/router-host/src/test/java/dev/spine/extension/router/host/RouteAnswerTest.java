package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.spine.extension.router.host.RouteAnswer.Action;
import dev.spine.extension.router.host.RouteAnswer.Source;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What a router says that its cards do, and why. */
class RouteAnswerTest {
    private static RouteAnswer of(RouterRig rig, String address) {
        return assertNotNullAnswer(rig.router.lookup(Address.parse(address)));
    }

    private static RouteAnswer assertNotNullAnswer(RouteAnswer answer) {
        assertNotNull(answer);
        return answer;
    }

    private static void check(RouterRig rig, String address, String prefix, Source source, Action... actions) {
        RouteAnswer answer = of(rig, address);
        assertEquals(prefix, answer.prefix().toString(), address);
        assertEquals(source, answer.source(), address);
        assertEquals(List.of(actions), answer.ways().stream().map(RouteAnswer.Way::action).toList(), address);
    }

    @Test
    void theLongestPrefixAnswersWithWhatItsNextHopMeansNow() {
        try (RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, 1, 2)) {
            RouterNode router = rig.router;
            NextHop gateway = new NextHop.Via(2, Address.parse("10.0.2.9"));
            router.route(Prefix.parse("10.7.0.0/16"), gateway);
            router.route(Prefix.parse("10.7.7.0/24"), new NextHop.Blackhole());
            router.route(Prefix.parse("10.8.0.0/16"), new NextHop.Prohibited());
            router.route(Prefix.parse("10.9.0.0/16"), new NextHop.ToHost());
            router.route(Prefix.parse("10.6.0.0/16"), new NextHop.Unreachable());
            check(rig, "10.0.2.1", "10.0.2.1/32", Source.OWN_ADDRESS, Action.TO_HOST);
            check(rig, "10.0.2.77", "10.0.2.0/24", Source.WIRE, Action.FIND_NEIGHBOUR);
            check(rig, "10.7.1.1", "10.7.0.0/16", Source.ROUTE, Action.FIND_NEIGHBOUR);
            check(rig, "10.7.7.1", "10.7.7.0/24", Source.ROUTE, Action.BLACKHOLE);
            check(rig, "10.8.0.1", "10.8.0.0/16", Source.ROUTE, Action.PROHIBITED);
            check(rig, "10.9.0.1", "10.9.0.0/16", Source.ROUTE, Action.TO_HOST);
            check(rig, "10.6.0.1", "10.6.0.0/16", Source.ROUTE, Action.UNREACHABLE);
            assertNull(router.lookup(Address.parse("203.0.113.1")));
            assertNull(router.lookup(Address.parse("2001:dead::1")));

            router.neighbour(2, Address.parse("10.0.2.9"), 0x020000000009L);
            check(rig, "10.7.1.1", "10.7.0.0/16", Source.ROUTE, Action.FORWARD);
            check(rig, "10.0.2.9", "10.0.2.9/32", Source.NEIGHBOUR, Action.FORWARD);
            RouteAnswer.Way way = of(rig, "10.7.1.1").ways().getFirst();
            assertEquals(new RouteAnswer.Way((NextHop.Single) gateway, 1, Action.FORWARD, way.mtu(), 0x020000000009L), way);
            router.mtu(2, 1_280);
            assertEquals(1_280, of(rig, "10.7.1.1").ways().getFirst().mtu());
            router.up(2, false);
            check(rig, "10.7.1.1", "10.7.0.0/16", Source.ROUTE, Action.PORT_DOWN);
            router.up(2, true);
            router.route(Prefix.parse("10.7.0.0/16"), new NextHop.Limited((NextHop.Single) gateway, 1_000));
            check(rig, "10.7.1.1", "10.7.0.0/16", Source.ROUTE, Action.FORWARD);
            assertEquals(1_000, of(rig, "10.7.1.1").ways().getFirst().mtu());
            router.route(Prefix.parse("10.7.0.0/16"), new NextHop.Limited(new NextHop.OnLink(2), 1_000));
            check(rig, "10.7.1.1", "10.7.0.0/16", Source.ROUTE, Action.FIND_NEIGHBOUR);

            router.route(Prefix.parse("10.7.0.0/16"), new NextHop.Spread(List.of(new NextHop.Way((NextHop.Single) gateway, 3),
                new NextHop.Way(new NextHop.Via(1, Address.parse("10.0.1.9")), 1))));
            check(rig, "10.7.1.1", "10.7.0.0/16", Source.ROUTE, Action.FORWARD, Action.FIND_NEIGHBOUR);
            assertEquals(List.of(3, 1), of(rig, "10.7.1.1").ways().stream().map(RouteAnswer.Way::weight).toList());
            router.removeRoute(Prefix.parse("10.7.7.0/24"));
            check(rig, "10.7.7.1", "10.7.0.0/16", Source.ROUTE, Action.FORWARD, Action.FIND_NEIGHBOUR);
        }
    }

    @Test
    void allPrefixesOfTheTableAreListed() {
        try (RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, 1, 2)) {
            rig.router.route(Prefix.parse("0.0.0.0/0"), new NextHop.Blackhole());
            rig.router.route(Prefix.parse("2001:db8:77::/48"), new NextHop.ToHost());
            TreeSet<Prefix> all = new TreeSet<>(rig.router.prefixes());
            assertEquals(rig.router.tableSize(), all.size());
            all.forEach(prefix -> assertEquals(prefix, assertNotNullAnswer(rig.router.answer(prefix)).prefix()));
        }
    }
}
