package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Routes that let pass packets of some size only, which is less than that of the port. */
class RouteMtuTest {
    private static final int NO_FRAGMENTS = 0x4000;
    private static final int MAC = 14;
    private static final long TIME_NS = 5_000_000;

    private final RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, 5, 2);

    @AfterEach
    void close() {
        rig.close();
    }

    private void route(String prefix, NextHop hop) {
        rig.router.route(Prefix.parse(prefix), hop);
        rig.acknowledge();
    }

    private static NextHop.Single via(String gateway) {
        return new NextHop.Via(2, Address.parse(gateway));
    }

    private void send4(String destination, int fragment, int bytes) {
        rig.card(1).inject(TestPacket.frame(RouterRig.mac(1), RouterRig.stationMac(1), 0x0800,
            TestPacket.ip4(0x0A000102, Address.parse(destination).bits4(), 64, 17, fragment, new byte[bytes - 20])));
        rig.pass(TIME_NS);
    }

    private List<Integer> sizes() {
        return rig.card(2).takeReceived().stream().map(frame -> ByteBuffer.wrap(frame).getShort(MAC + 2) & 0xFFFF).toList();
    }

    /** The MTU that card 1 tells the sender. */
    private int notified4() {
        List<byte[]> errors = rig.card(1).takeReceived();
        assertEquals(1, errors.size(), rig::describe);
        ByteBuffer error = ByteBuffer.wrap(errors.getFirst());
        assertEquals(0x0304, error.getShort(MAC + 20), "destination unreachable, fragmentation needed");
        return error.getShort(MAC + 26) & 0xFFFF;
    }

    @Test
    void aVersion4RouteHasItsOwnMtu() {
        route("203.0.113.0/24", new NextHop.Limited(via("10.0.2.2"), 1_000));
        send4("203.0.113.1", NO_FRAGMENTS, 1_000);
        assertEquals(List.of(1_000), sizes());
        send4("203.0.113.1", NO_FRAGMENTS, 1_001);
        assertEquals(1_000, notified4());
        send4("203.0.113.1", 0, 1_400);
        assertEquals(List.of(996, 424), sizes());
        route("203.0.113.0/24", new NextHop.Limited(via("10.0.2.2"), 9_000));
        send4("203.0.113.1", NO_FRAGMENTS, 1_500);
        assertEquals(List.of(1_500), sizes());
        rig.router.mtu(2, 1_200);
        rig.acknowledge();
        send4("203.0.113.1", NO_FRAGMENTS, 1_500);
        assertEquals(1_200, notified4(), "the port's is less");
    }

    @Test
    void soHasOneToTheWireItself() {
        route("10.0.2.0/24", new NextHop.Limited(new NextHop.OnLink(2), 1_000));
        send4("10.0.2.2", NO_FRAGMENTS, 1_001);
        assertEquals(1_000, notified4());
        route("10.0.2.2/32", new NextHop.Limited(new NextHop.OnLink(2), 900));
        send4("10.0.2.2", NO_FRAGMENTS, 1_000);
        assertEquals(900, notified4());
    }

    @Test
    void soHasEachOfSeveralWays() {
        rig.router.neighbour(2, Address.parse("10.0.2.3"), RouterRig.stationMac(2));
        route("203.0.113.0/24", NextHop.of(List.of(new NextHop.Way(new NextHop.Limited(via("10.0.2.2"), 1_000), 1),
            new NextHop.Way(new NextHop.Limited(via("10.0.2.3"), 1_000), 1))));
        send4("203.0.113.1", NO_FRAGMENTS, 1_001);
        assertEquals(1_000, notified4());
    }

    @Test
    void aVersion6RouteHasItsOwnMtu() {
        route("2001:db8:90::/48", new NextHop.Limited(via("2001:db8:2::2"), 1_300));
        rig.card(1).inject(TestPacket.udp6(1, "2001:db8:90::1", 7, 1_300 - 48), TestPacket.udp6(1, "2001:db8:90::1", 7, 1_301 - 48));
        rig.pass(TIME_NS);
        assertEquals(1, rig.card(2).takeReceived().size());
        ByteBuffer error = ByteBuffer.wrap(rig.card(1).takeReceived().getFirst());
        assertEquals(2, error.get(MAC + 40), "packet too big");
        assertEquals(1_300, error.getInt(MAC + 44));
    }

    @Test
    void anMtuIsNoLessThan1AndNoMoreThan65535() {
        assertThrows(IllegalArgumentException.class, () -> new NextHop.Limited(via("10.0.2.2"), 0));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> new NextHop.Limited(via("10.0.2.2"), 65_536)).getMessage()
            .contains("65535"));
    }
}
