package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.router.host.address.Prefix;
import dev.spine.host.driver.IopReport;
import dev.spine.host.driver.Pending;
import dev.spine.iop.packet.wire.Address;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Flows over several next hops: packets come in at card 1, and leave by cards 2, 3 and 4. */
class SpreadTest {
    private static final int CARDS = 4;
    private static final int FLOWS = 300;
    private static final Prefix FAR = Prefix.parse("10.100.0.0/16");
    private static final Prefix FAR6 = Prefix.parse("2001:db8:100::/48");
    private static final long WIRE_NS = 10_000_000;

    private RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, 5, CARDS);

    @AfterEach
    void close() {
        rig.close();
    }

    private static NextHop.Way way(int card, int weight) {
        return new NextHop.Way(new NextHop.Via(card, Address.parse("10.0." + card + ".2")), weight);
    }

    private static NextHop over(int... cards) {
        List<NextHop.Way> ways = new ArrayList<>();
        for (int card : cards) {
            ways.add(way(card, 1));
        }
        return NextHop.of(ways);
    }

    private void route(NextHop hop) {
        rig.router.route(FAR, hop);
        rig.acknowledge();
    }

    /** Sends a packet of each flow: by which card each has left. */
    private Map<Integer, Integer> send(IntFunction<byte[]> packetOfFlow, int flows) {
        Map<Integer, Integer> by = new TreeMap<>();
        for (int from = 0; from < flows; from += 100) {
            byte[][] frames = new byte[Math.min(100, flows - from)][];
            for (int i = 0; i < frames.length; i++) {
                frames[i] = packetOfFlow.apply(from + i);
            }
            rig.card(1).inject(frames);
            int sent = from + frames.length;
            rig.await("the flows", () -> {
                collect(by, packetOfFlow);
                return by.size() == sent;
            });
        }
        return by;
    }

    /** A flow's number is in the last 16 bits of each packet's payload. */
    private void collect(Map<Integer, Integer> by, IntFunction<byte[]> packetOfFlow) {
        for (int card = 2; card <= CARDS; card++) {
            for (byte[] frame : rig.card(card).takeReceived()) {
                int flow = ByteBuffer.wrap(frame).getShort(frame.length - 2) & 0xFFFF;
                assertArrayEquals(TestPacket.forwarded(packetOfFlow.apply(flow), card), frame);
                assertNull(by.put(flow, card), "a flow's packet twice");
            }
        }
    }

    private static byte[] marked(byte[] payload, int flow) {
        return ByteBuffer.wrap(payload).putShort(payload.length - 2, (short) flow).array();
    }

    private static byte[] frame4(int protocol, int fragment, int flow, byte[] payload) {
        return TestPacket.frame(RouterRig.mac(1), RouterRig.stationMac(1), 0x0800,
            TestPacket.ip4(0x0A000102, 0x0A640000 | flow & 0xFF, 64, protocol, fragment, marked(payload, flow)));
    }

    /** Flows differ by ports alone. */
    private static byte[] ports4(int flow) {
        return TestPacket.frame(RouterRig.mac(1), RouterRig.stationMac(1), 0x0800,
            TestPacket.ip4(0x0A000102, 0x0A640001, 64, 17, 0, marked(ByteBuffer.allocate(40).putShort((short) (5000 + flow % 7))
                .putShort((short) flow).putShort((short) 40).array(), flow)));
    }

    /** Flows differ by addresses alone, and by nothing behind them that matters. */
    private static byte[] addresses4(int flow) {
        return TestPacket.frame(RouterRig.mac(1), RouterRig.stationMac(1), 0x0800,
            TestPacket.ip4(0x0A000102, 0x0A640000 | flow, 64, 1, 0, marked(new byte[] {8, 0, 0, 0, 0, 0, 0, 0, 0, 0}, flow)));
    }

    private static byte[] frame6(int flow, int next, int label, String destination, byte[] payload) {
        byte[] packet = TestPacket.ip6("2001:db8:1::2", destination, 64, next, marked(payload, flow));
        ByteBuffer.wrap(packet).putInt(0, 0x6000_0000 | label);
        return TestPacket.frame(RouterRig.mac(1), RouterRig.stationMac(1), 0x86DD, packet);
    }

    private static long by(Map<Integer, Integer> flows, int card) {
        return flows.values().stream().filter(each -> each == card).count();
    }

    @ParameterizedTest
    @EnumSource(RouterRig.Kind.class)
    void aFlowStaysOnOneWayAndWaysGetFlowsByTheirWeight(RouterRig.Kind kind) {
        if (kind == RouterRig.Kind.LIVE) {
            rig.close();
            rig = new RouterRig(kind, 5, CARDS);
        }
        route(new NextHop.Spread(List.of(way(2, 1), way(3, 2), way(4, 3))));

        Map<Integer, Integer> flows = send(SpreadTest::ports4, FLOWS);

        assertEquals(flows, send(SpreadTest::ports4, FLOWS));
        // Five standard deviations of what independent flows would do.
        assertEquals(FLOWS / 6.0, (double) by(flows, 2), 5 * Math.sqrt(FLOWS * 5 / 36.0));
        assertEquals(FLOWS / 3.0, (double) by(flows, 3), 5 * Math.sqrt(FLOWS * 2 / 9.0));
        assertEquals(FLOWS / 2.0, (double) by(flows, 4), 5 * Math.sqrt(FLOWS / 4.0));
    }

    @Test
    void flowsWithoutPortsAreToldApartByTheirAddresses() {
        route(over(2, 3, 4));
        Map<Integer, Integer> flows = send(SpreadTest::addresses4, FLOWS);
        for (int card = 2; card <= CARDS; card++) {
            assertEquals(FLOWS / 3.0, (double) by(flows, card), 5 * Math.sqrt(FLOWS * 2 / 9.0));
        }
    }

    @Test
    void fragmentsOfADatagramTakeOneWay() {
        route(over(2, 3, 4));
        byte[] payload = new byte[48];
        Map<Integer, Integer> first = send(flow -> frame4(17, 0x2000, flow,
            ByteBuffer.allocate(48).putShort((short) flow).putShort((short) 9).array()), 200);
        assertEquals(first, send(flow -> frame4(17, 0x2006, flow, payload.clone()), 200));
        assertEquals(first, send(flow -> frame4(17, 0x000C, flow, payload.clone()), 200));
        assertEquals(3, first.values().stream().distinct().count());
    }

    @Test
    void ofIpv6PortsTellFlowsApartAndElseTheFlowLabel() {
        rig.router.route(FAR6, over(2, 3, 4));
        rig.acknowledge();
        IntFunction<byte[]> udp = flow -> frame6(flow, 17, 0, "2001:db8:100::1",
            ByteBuffer.allocate(20).putShort((short) flow).putShort((short) 9).array());
        IntFunction<byte[]> tunnel = flow -> frame6(flow, 4, flow, "2001:db8:100::1", new byte[20]);
        IntFunction<byte[]> fragment = flow -> frame6(flow, 44, flow, "2001:db8:100::1",
            ByteBuffer.allocate(20).put((byte) 17).put((byte) 0).putShort((short) 1).putInt(flow).array());
        Map<Integer, Integer> flows = send(udp, FLOWS);
        for (int card = 2; card <= CARDS; card++) {
            assertEquals(FLOWS / 3.0, (double) by(flows, card), 5 * Math.sqrt(FLOWS * 2 / 9.0));
        }
        assertEquals(flows, send(flow -> frame6(flow, 17, flow * 31 & 0xF_FFFF, "2001:db8:100::1",
            ByteBuffer.allocate(20).putShort((short) flow).putShort((short) 9).array()), FLOWS), "a label changes nothing there");
        Map<Integer, Integer> labelled = send(tunnel, FLOWS);
        for (int card = 2; card <= CARDS; card++) {
            assertEquals(FLOWS / 3.0, (double) by(labelled, card), 5 * Math.sqrt(FLOWS * 2 / 9.0));
        }
        assertEquals(labelled, send(fragment, FLOWS), "fragments of a flow go by its label, whatever they carry");
    }

    @Test
    void whenAWayGoesOnlyItsFlowsMoveAndNoneTakesItAfterTheAcknowledgement() {
        route(over(2, 3, 4));
        Map<Integer, Integer> before = send(SpreadTest::ports4, FLOWS);

        route(over(2, 4));

        Map<Integer, Integer> after = send(SpreadTest::ports4, FLOWS);
        assertEquals(0, by(after, 3));
        before.forEach((flow, card) -> assertTrue(card == 3 || after.get(flow).equals(card), () -> "flow " + flow + " has moved"));
        route(over(2, 3, 4));
        Map<Integer, Integer> again = send(SpreadTest::ports4, FLOWS);
        assertTrue(by(again, 3) > 0);
        after.forEach((flow, card) -> assertTrue(again.get(flow) == 3 || again.get(flow).equals(card), () -> "flow " + flow));
    }

    @Test
    void aWayWhosePortIsNotInUseHasNoFlowsUnlessAllAre() {
        route(over(2, 3));
        rig.router.up(3, false);
        rig.acknowledge();
        assertEquals(FLOWS, by(send(SpreadTest::ports4, FLOWS), 2));
        rig.router.up(3, true);
        rig.acknowledge();
        Map<Integer, Integer> after = send(SpreadTest::ports4, FLOWS);
        assertTrue(by(after, 2) > 0 && by(after, 3) > 0);

        rig.router.up(2, false);
        rig.router.up(3, false);
        rig.acknowledge();
        rig.card(1).inject(ports4(1));
        rig.await("a drop", () -> rig.router.counters(1).drops().getOrDefault("unreachable", 0L) == 1);
    }

    @Test
    void flowsOfANeighbourThatIsNotKnownGoToTheHostAndTheOthersDoNot() {
        route(over(2, 3));
        Map<Integer, Integer> before = send(SpreadTest::ports4, 100);
        rig.router.forgetNeighbour(3, Address.parse("10.0.3.2"));
        rig.acknowledge();

        byte[][] frames = new byte[100][];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = ports4(i);
        }
        rig.card(1).inject(frames);

        Map<Integer, Integer> now = new HashMap<>();
        List<byte[]> toHost = new ArrayList<>();
        rig.await("all packets", () -> {
            collect(now, SpreadTest::ports4);
            toHost.addAll(rig.takeToHost(1));
            return now.size() + toHost.size() == 100;
        });
        assertEquals(by(before, 3), toHost.size());
        now.forEach((flow, card) -> assertEquals(before.get(flow), card));
    }

    @Test
    void errorsFindTheirWayToASenderBehindSeveralNextHops() {
        rig.router.route(Prefix.parse("10.1.0.0/16"), over(2, 3, 4));
        rig.acknowledge();
        for (int i = 0; i < 40; i++) {
            rig.card(1).inject(TestPacket.frame(RouterRig.mac(1), RouterRig.stationMac(1), 0x0800,
                TestPacket.ip4(0x0A010000 | i, 0x0A000202, 1, 17, 0, new byte[20])));
        }
        List<byte[]> errors = new ArrayList<>();
        List<Integer> cards = new ArrayList<>();
        rig.await("40 errors", () -> {
            for (int card = 2; card <= CARDS; card++) {
                List<byte[]> came = rig.card(card).takeReceived();
                errors.addAll(came);
                if (!came.isEmpty()) {
                    cards.add(card);
                }
            }
            return errors.size() == 40;
        });
        errors.forEach(error -> assertEquals(11, error[14 + 20], "time exceeded"));
        assertEquals(3, cards.stream().distinct().count());
    }

    @Test
    void moreGroupsThanCardsHaveTakeTheirHeaviestWay() {
        Map<Prefix, NextHop> routes = new HashMap<>();
        for (int i = 0; i < 150; i++) {
            routes.put(Prefix.parse("10.150." + i + ".0/24"),
                new NextHop.Spread(List.of(way(2, 1), way(3, 2 + i))));
        }
        rig.router.replaceRoutes(routes);
        route(new NextHop.Spread(List.of(way(2, 60_000), way(4, 1))));
        assertEquals(FLOWS, by(send(SpreadTest::ports4, FLOWS), 2), "by its heaviest way alone");

        rig.router.replaceRoutes(Map.of(FAR, over(2, 3, 4)));
        rig.acknowledge();
        Map<Integer, Integer> flows = send(SpreadTest::ports4, FLOWS);
        assertTrue(by(flows, 2) > 0 && by(flows, 3) > 0 && by(flows, 4) > 0, "groups that are not used any more can be had again");
    }

    @Test
    void aCardThatWasResetSpreadsAsBefore() {
        route(over(2, 3, 4));
        Map<Integer, Integer> before = send(SpreadTest::ports4, FLOWS);
        Pending<IopReport> back = rig.tasks.call(() -> rig.driver.restart(rig.card(1).driver));
        rig.tasks.await("the card's return", back::isDone);
        rig.await("the router's return", () -> rig.router.instance(1) != 0);
        rig.acknowledge();
        rig.pass(WIRE_NS);
        rig.await("the ways between the cards", () -> {
            rig.card(1).inject(TestPacket.udp4(1, "10.0.2.2", 0, 18), TestPacket.udp4(1, "10.0.3.2", 0, 18),
                TestPacket.udp4(1, "10.0.4.2", 0, 18));
            rig.pass(WIRE_NS);
            boolean all = true;
            for (int card = 2; card <= CARDS; card++) {
                all &= !rig.card(card).takeReceived().isEmpty();
            }
            return all;
        });
        assertEquals(before, send(SpreadTest::ports4, FLOWS));
    }

    @Test
    void waysThatCannotBeAreRefusedAtOnce() {
        List<NextHop.Way> twice = List.of(way(2, 1), way(2, 1));
        assertThrowsIllegal(() -> new NextHop.Spread(twice));
        assertThrowsIllegal(() -> new NextHop.Spread(List.of(way(2, 1))));
        assertThrowsIllegal(() -> way(2, 0));
        assertThrowsIllegal(() -> rig.router.route(FAR, new NextHop.Spread(List.of(way(2, 1), way(9, 1)))));
        assertFalse(NextHop.of(twice) instanceof NextHop.Spread);
    }

    private static void assertThrowsIllegal(Executable code) {
        assertThrows(IllegalArgumentException.class, code);
    }
}
