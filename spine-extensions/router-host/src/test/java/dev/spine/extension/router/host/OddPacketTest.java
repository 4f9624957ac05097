package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.router.DropReason;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of each packet of the corpus, as the RFCs say: {@code packets.txt}. */
class OddPacketTest {
    private static final int MAC = 14;
    private static final int SMALL_MTU4 = 600;
    private static final int SMALL_MTU6 = 1280;
    private static final long TIME_NS = 2_000_000;

    private static RouterRig rig;

    @BeforeAll
    static void boot() {
        rig = new RouterRig(RouterRig.Kind.MODELLED, 1, 3,
            RouterSettings.STANDARD.withTableBytes(256 << 10).withIcmpLimit(1_000_000, 1_000_000));
        Map<Integer, NextHop> kinds = new TreeMap<>(Map.of(10, new NextHop.Blackhole(), 11, new NextHop.Unreachable(),
            12, new NextHop.Prohibited(), 13, new NextHop.ToHost()));
        kinds.forEach((number, hop) -> {
            rig.router.route(Prefix.parse("10." + number + ".0.0/16"), hop);
            rig.router.route(Prefix.parse("2001:db8:" + number + "::/48"), hop);
        });
        via(9, 2, "2");
        via(14, 2, "77");
        via(15, 1, "2");
        via(16, 3, "2");
        rig.acknowledge();
        rig.card(1).inject(TestPacket.udp4(1, "10.0.2.2", 0, 18), TestPacket.udp4(1, "10.0.3.2", 0, 18));
        rig.await("the ways between the cards", () -> {
            rig.card(1).inject(TestPacket.udp4(1, "10.0.2.2", 0, 18), TestPacket.udp4(1, "10.0.3.2", 0, 18));
            return rig.card(2).received() > 0 && rig.card(3).received() > 0;
        });
        rig.pass(TIME_NS);
        rig.cards.forEach(RouterRig.Card::takeReceived);
    }

    private static void via(int number, int port, String host) {
        rig.router.route(Prefix.parse("10." + number + ".0.0/16"), new NextHop.Via(port, Address.parse("10.0." + port + "." + host)));
        rig.router.route(Prefix.parse("2001:db8:" + number + "::/48"),
            new NextHop.Via(port, Address.parse("2001:db8:" + port + "::" + host)));
    }

    @AfterAll
    static void close() {
        rig.close();
    }

    static List<OddPacket> corpus() {
        return OddPacket.corpus();
    }

    @Test
    void theCorpusHasAtLeast500PacketsOfDifferentNames() {
        assertTrue(corpus().stream().map(OddPacket::name).distinct().count() >= 500);
        assertEquals(corpus().size(), corpus().stream().map(OddPacket::name).distinct().count());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("corpus")
    void itsOutcomeIsWhatTheRfcsSay(OddPacket odd) {
        int mtu = odd.isVersion6() ? SMALL_MTU6 : SMALL_MTU4;
        rig.router.mtu(3, mtu);
        rig.acknowledge();
        byte[] frame = odd.frame();
        Map<String, Long> before = drops();
        rig.card(1).inject(frame);
        rig.pass(TIME_NS);
        Map<String, Long> after = drops();
        List<String> happened = new ArrayList<>();
        after.forEach((reason, count) -> {
            if (count - before.getOrDefault(reason, 0L) == 1) {
                happened.add(reason);
            } else {
                assertEquals(count, before.getOrDefault(reason, 0L), reason);
            }
        });

        String[] outcome = odd.outcome().split(" ");
        List<List<byte[]>> out = rig.cards.stream().map(RouterRig.Card::takeReceived).toList();
        List<byte[]> toHost = rig.takeToHost(1);
        switch (outcome[0]) {
            case "forward" -> {
                int card = Integer.parseInt(outcome[1]);
                assertEquals(1, out.get(card - 1).size(), () -> "dropped: " + happened + ", to host " + toHost.size());
                assertArrayEquals(TestPacket.forwarded(OddPacket.withoutPadding(frame), card), out.get(card - 1).getFirst());
            }
            case "host" -> {
                assertEquals(1, toHost.size(), () -> "dropped: " + happened);
                assertArrayEquals(frame, toHost.getFirst());
            }
            case "drop" -> assertEquals(List.of(title(outcome[1])), happened);
            case "icmp" -> {
                assertEquals(List.of(title(outcome[2])), happened);
                assertEquals(1, out.getFirst().size());
                assertError(outcome[1], frame, out.getFirst().getFirst(), odd.isVersion6());
            }
            case "fragments" -> assertFragments(Integer.parseInt(outcome[1]), frame, out.get(2), mtu);
            default -> throw new IllegalArgumentException(odd.outcome());
        }
        int frames = out.stream().mapToInt(List::size).sum();
        int expected = outcome[0].equals("fragments") ? Integer.parseInt(outcome[1]) : 1;
        assertEquals(List.of("drop", "host").contains(outcome[0]) ? 0 : expected, frames);
        assertEquals(outcome[0].equals("host") ? 1 : 0, toHost.size());
        assertEquals(List.of("drop", "icmp").contains(outcome[0]) ? 1 : 0, happened.size(), happened::toString);
    }

    private static String title(String reason) {
        return DropReason.valueOf(reason).title().substring("dropped: ".length());
    }

    private static Map<String, Long> drops() {
        Map<String, Long> all = new TreeMap<>();
        for (int port = 1; port <= 3; port++) {
            rig.router.counters(port).drops().forEach((reason, count) -> all.merge(reason, count, Long::sum));
        }
        return all;
    }

    private static void assertError(String what, byte[] frame, byte[] error, boolean six) {
        String[] parts = what.split("[/:]");
        ByteBuffer in = ByteBuffer.wrap(error);
        assertArrayEquals(Arrays.copyOfRange(TestPacket.forwarded(frame, 1), 0, MAC), Arrays.copyOf(error, MAC));
        byte[] original = Arrays.copyOfRange(OddPacket.withoutPadding(frame), MAC, OddPacket.withoutPadding(frame).length);
        int header = six ? 40 : 20;
        int quoted = Math.min(original.length, (six ? 1280 : 576) - header - 8);
        assertEquals(MAC + header + 8 + quoted, error.length);
        if (six) {
            assertEquals(6, in.get(MAC) >>> 4);
            assertEquals(8 + quoted, in.getShort(MAC + 4));
            assertEquals(58, in.get(MAC + 6));
            assertArrayEquals(Address.parse("2001:db8:1::1").bytes(), Arrays.copyOfRange(error, MAC + 8, MAC + 24));
            assertArrayEquals(Arrays.copyOfRange(original, 8, 24), Arrays.copyOfRange(error, MAC + 24, MAC + 40));
            int pseudo = TestPacket.sum(error, MAC + 8, 32) + 8 + quoted + 58 + TestPacket.sum(error, MAC + 40, 8 + quoted);
            assertEquals(0xFFFF, (pseudo >>> 16) + (pseudo & 0xFFFF));
        } else {
            assertEquals(0x45, in.get(MAC));
            assertEquals(28 + quoted, in.getShort(MAC + 2));
            assertEquals(1, in.get(MAC + 9));
            assertEquals(0x0A000101, in.getInt(MAC + 12));
            assertEquals(ByteBuffer.wrap(original).getInt(12), in.getInt(MAC + 16));
            assertEquals(0xFFFF, TestPacket.sum(error, MAC, 20));
            assertEquals(0xFFFF, TestPacket.sum(error, MAC + 20, 8 + quoted));
        }
        assertEquals(Integer.parseInt(parts[0]), in.get(MAC + header));
        assertEquals(Integer.parseInt(parts[1]), in.get(MAC + header + 1));
        assertEquals(parts.length > 2 ? Integer.parseInt(parts[2]) : 0, in.getInt(MAC + header + 4));
        assertArrayEquals(Arrays.copyOf(original, quoted), Arrays.copyOfRange(error, MAC + header + 8, error.length));
    }

    private static void assertFragments(int count, byte[] frame, List<byte[]> pieces, int mtu) {
        assertEquals(count, pieces.size());
        byte[] whole = TestPacket.forwarded(OddPacket.withoutPadding(frame), 3);
        ByteBuffer original = ByteBuffer.wrap(whole);
        int field = original.getShort(MAC + 6) & 0xFFFF;
        byte[] together = new byte[whole.length - MAC - 20];
        int done = 0;
        for (byte[] piece : pieces) {
            ByteBuffer in = ByteBuffer.wrap(piece);
            assertTrue(piece.length - MAC <= mtu);
            assertEquals(0xFFFF, TestPacket.sum(piece, MAC, 20));
            assertEquals(piece.length - MAC, in.getShort(MAC + 2));
            int each = piece.length - MAC - 20;
            int flags = in.getShort(MAC + 6) & 0xFFFF;
            assertEquals((field & 0x1FFF) + done / 8, flags & 0x1FFF);
            boolean last = done + each == together.length;
            assertEquals(last ? field & 0x2000 : 0x2000, flags & 0x2000);
            assertEquals(0, flags & 0xC000);
            assertTrue(last || each % 8 == 0);
            byte[] expected = Arrays.copyOf(whole, MAC + 20);
            byte[] header = Arrays.copyOf(piece, MAC + 20);
            for (int at : new int[] {2, 3, 6, 7, 10, 11}) {
                expected[MAC + at] = 0;
                header[MAC + at] = 0;
            }
            assertArrayEquals(expected, header);
            System.arraycopy(piece, MAC + 20, together, done, each);
            done += each;
        }
        assertArrayEquals(Arrays.copyOfRange(whole, MAC + 20, whole.length), together);
    }
}
