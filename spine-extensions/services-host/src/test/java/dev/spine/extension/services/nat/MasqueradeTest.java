package dev.spine.extension.services.nat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.services.connection.Stage;
import dev.spine.extension.services.connection.TcpTrack;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What masquerading does with what is seldom or hostile. */
@Tag("SS-52")
class MasqueradeTest {
    private static final long SEED = Long.getLong("spine.seed", 5);
    private static final int HOST = 0x0A00_0005;
    private static final int SERVER = 0xC633_6407;
    private static final byte[] DATA = {1, 2, 3, 4, 5, 6, 7, 8};

    private static byte[] out(NatBed bed, byte[] ip) {
        byte[] frame = bed.out(Ip.frame(ip));
        return frame == null ? null : Ip.of(frame);
    }

    /** Null when it passes, empty when it is dropped. */
    private static byte[] in(NatBed bed, byte[] ip) {
        byte[] frame = bed.in(Ip.frame(ip));
        return frame == null || frame.length == 0 ? frame : Ip.of(frame);
    }

    private static void establish(NatBed bed, int host, int port) {
        int outside = Ip.sourcePort(out(bed, Ip.tcp(host, port, SERVER, 80, TcpTrack.SYN, new byte[0])));
        in(bed, Ip.tcp(SERVER, 80, NatBed.OUTSIDE, outside, TcpTrack.SYN | TcpTrack.ACK, new byte[0]));
        out(bed, Ip.tcp(host, port, SERVER, 80, TcpTrack.ACK, new byte[0]));
    }

    // --- what is not touched

    @Test
    void packetsOfOthersThanThoseInsideAndOfTheHostItselfLeaveAsTheyAre() {
        NatBed bed = new NatBed(Map.of("inside", "10.0.0.0/24, 172.16.0.0/12"), 3);
        byte[] own = Ip.udp(NatBed.OUTSIDE, 7, SERVER, 9, DATA);
        byte[] other = Ip.udp(0x0A00_0105, 7, SERVER, 9, DATA);
        assertArrayEquals(own, out(bed, own));
        assertArrayEquals(other, out(bed, other));
        byte[] arp = new byte[60];
        arp[12] = 8;
        arp[13] = 6;
        assertArrayEquals(arp, bed.out(arp));
        assertNotNull(out(bed, Ip.udp(0xAC10_0001, 7, SERVER, 9, DATA)));
        assertEquals(1, bed.count(NatEvent.OUT));
    }

    @Test
    void aChecksumThatUdpLeavesOutStaysOut() {
        NatBed bed = new NatBed(Map.of(), 3);
        byte[] ip = Ip.udp(HOST, 7, SERVER, 9, DATA);
        ip[26] = 0;
        ip[27] = 0;
        byte[] after = out(bed, ip);
        assertEquals(0, after[26] | after[27]);
        assertTrue(Ip.isSound(after));
    }

    @Test
    void aWrongChecksumStaysWrong() {
        NatBed bed = new NatBed(Map.of(), 3);
        byte[] ip = Ip.tcp(HOST, 7, SERVER, 9, TcpTrack.SYN, DATA);
        ip[36] ^= 0x40;
        byte[] after = out(bed, ip);
        assertTrue(!Ip.isSound(after), "the receiver has to find out");
    }

    // --- forwards

    @Test
    void aPortThatTheOperatorForwardsLetsEverybodyInAndItsAnswersOut() {
        NatBed bed = new NatBed(Map.of("forward", "tcp:8080>10.0.0.5:80,udp:53>10.0.0.6:53"), 3);
        byte[] asked = in(bed, Ip.tcp(SERVER, 4000, NatBed.OUTSIDE, 8080, TcpTrack.SYN, DATA));
        assertEquals(HOST, Ip.destination(asked));
        assertEquals(80, Ip.port(asked));
        assertTrue(Ip.isSound(asked));
        byte[] answered = out(bed, Ip.tcp(HOST, 80, SERVER, 4000, TcpTrack.SYN | TcpTrack.ACK, DATA));
        assertEquals(8080, Ip.sourcePort(answered));
        assertTrue(Ip.isSound(answered));
        assertEquals(53, Ip.port(in(bed, Ip.udp(SERVER, 99, NatBed.OUTSIDE, 53, DATA))));
        assertNull(in(bed, Ip.tcp(SERVER, 4000, NatBed.OUTSIDE, 53, TcpTrack.SYN, DATA)), "TCP to that port is the host's");
        assertEquals(0, bed.tables.connections().used(), "who floods a forwarded port fills no table");
    }

    @Test
    void whatNobodyCanMeanIsRefusedInOneLine() {
        for (Map<String, String> wrong : List.of(Map.of("outside", "2001:db8::1"), Map.of("outside", "192.0.2.0/24"),
            Map.of("outside", "x"), Map.of("ports", "70000"), Map.of("ports", "9-3"), Map.of("ports", "a-b"), Map.of("connections", "3"),
            Map.of("forward", "tcp:80"), Map.of("forward", "icmp:8>10.0.0.1:8"), Map.of("forward", "tcp:80>10.0.0.1:80,tcp:80>10.0.0.2:80"),
            Map.of("forward", "tcp:80>10.0.0.1:80,tcp:81>10.0.0.1:80"), Map.of("udp-timeout", "0"), Map.of("inside", "10.0.0.0/33"))) {
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> new NatBed(wrong, 1), wrong.toString());
            assertTrue(e.getMessage().indexOf('\n') < 0);
        }
    }

    @Test
    void aNumberThatIsNoneIsRefusedWithTheNameOfItsParameter() {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> new NatBed(Map.of("udp-timeout", "soon"), 1));
        assertTrue(e.getMessage().contains("udp-timeout"), e.getMessage());
    }

    // --- ICMP

    @Test
    void anErrorOfAHostInsideIsAboutThePacketAsTheServerSentIt() {
        NatBed bed = new NatBed(Map.of(), 3);
        int port = Ip.sourcePort(out(bed, Ip.udp(HOST, 5000, SERVER, 53, DATA)));
        byte[] answer = in(bed, Ip.udp(SERVER, 53, NatBed.OUTSIDE, port, DATA));
        byte[] error = out(bed, Ip.error(HOST, SERVER, 3, answer, 28));
        assertTrue(Ip.isSound(error));
        assertEquals(NatBed.OUTSIDE, Ip.source(error));
        assertArrayEquals(Ip.payload(Ip.error(NatBed.OUTSIDE, SERVER, 3, Ip.udp(SERVER, 53, NatBed.OUTSIDE, port, DATA), 28)),
            Ip.payload(error));
        byte[] ofRouter = out(bed, Ip.error(0x0A00_0001, SERVER, 11, answer, 28));
        assertEquals(NatBed.OUTSIDE, Ip.source(ofRouter), "routers inside are hidden, too");
        assertNull(out(bed, Ip.error(HOST, SERVER, 3, Ip.udp(SERVER, 53, HOST, 5001, DATA), 28)), "an error about nothing that came");
    }

    @Test
    void forgedErrorsAndRepliesGoNowhere() {
        NatBed bed = new NatBed(Map.of(), 3);
        int port = Ip.sourcePort(out(bed, Ip.tcp(HOST, 5000, SERVER, 80, TcpTrack.SYN, DATA)));
        assertEquals(0, in(bed, Ip.tcp(SERVER + 1, 80, NatBed.OUTSIDE, port, TcpTrack.SYN | TcpTrack.ACK, DATA)).length);
        assertEquals(0, in(bed, Ip.tcp(SERVER, 81, NatBed.OUTSIDE, port, TcpTrack.RST, DATA)).length);
        assertEquals(0, in(bed, Ip.error(SERVER, NatBed.OUTSIDE, 3, Ip.tcp(NatBed.OUTSIDE, port, SERVER, 81, 2, DATA), 28)).length);
        byte[] wrong = Ip.error(SERVER, NatBed.OUTSIDE, 3, Ip.tcp(NatBed.OUTSIDE, port, SERVER, 80, 2, DATA), 28);
        wrong[40] ^= 1;
        assertNull(in(bed, wrong), "an error with a wrong checksum brings on nothing; the host drops it");
        assertNull(in(bed, Ip.udp(SERVER, 80, NatBed.OUTSIDE, port, DATA)), "the same port of another protocol is the host's");
    }

    @Test
    void aForgedResetEndsNothingThatGoesOn() {
        NatBed bed = new NatBed(Map.of("ports", "2000-2001"), 3);
        establish(bed, HOST, 2000);
        in(bed, Ip.tcp(SERVER, 80, NatBed.OUTSIDE, 2000, TcpTrack.RST, new byte[0]));
        assertEquals(1, bed.tables.connections().at(Stage.CLOSED));
        assertEquals(HOST, Ip.destination(in(bed, Ip.tcp(SERVER, 80, NatBed.OUTSIDE, 2000, TcpTrack.ACK, DATA))));
        out(bed, Ip.tcp(HOST, 2000, SERVER, 80, TcpTrack.ACK, DATA));
        assertEquals(1, bed.tables.connections().at(Stage.ESTABLISHED));
    }

    // --- want of room

    @Test
    void anEstablishedConnectionNeverGivesWayAndDeadOnesDoFirst() {
        NatBed bed = new NatBed(Map.of("connections", "16"), 3);
        for (int i = 0; i < 8; i++) {
            establish(bed, HOST, 1000 + i);
        }
        for (int i = 0; i < 4; i++) {
            out(bed, Ip.udp(HOST, 2000 + i, SERVER, 53, DATA));
            out(bed, Ip.tcp(HOST, 3000 + i, SERVER, 80, TcpTrack.SYN, DATA));
        }
        in(bed, Ip.tcp(SERVER, 80, NatBed.OUTSIDE, Ip.sourcePort(out(bed, Ip.tcp(HOST, 3000, SERVER, 80, TcpTrack.SYN, DATA))),
            TcpTrack.RST, new byte[0]));
        assertTrue(bed.tables.connections().isFull());
        Stage[] order = {Stage.CLOSED, Stage.OPENING, Stage.OPENING, Stage.OPENING};
        for (int i = 0; i < 4; i++) {
            int before = bed.tables.connections().at(order[i]);
            establishFrom(bed, 4000 + i);
            assertEquals(before - 1, bed.tables.connections().at(order[i]), "in place of " + order[i]);
        }
        for (int i = 0; i < 4; i++) {
            establishFrom(bed, 5000 + i);
        }
        assertEquals(16, bed.tables.connections().at(Stage.ESTABLISHED));
        assertEquals(8, bed.count(NatEvent.EVICTED));
        assertNull(out(bed, Ip.tcp(HOST, 6000, SERVER, 80, TcpTrack.SYN, DATA)));
        assertNull(out(bed, Ip.udp(HOST, 6000, SERVER, 80, DATA)));
        assertEquals(2, bed.count(NatEvent.TABLE_FULL));
        assertEquals(2, bed.count(NatEvent.ANSWERED));
        Refusals refusals = bed.tables.refusals();
        byte[] answer = new byte[refusals.firstBytes()];
        Buffer memory = refusals.memory();
        for (int i = 0; i < answer.length; i++) {
            answer[i] = (byte) memory.u8(refusals.firstOffset() + i);
        }
        byte[] notified = Ip.of(answer);
        assertTrue(Ip.isSound(notified));
        assertEquals(HOST, Ip.destination(notified));
        assertEquals(3 << 8 | 13, ByteBuffer.wrap(notified).getShort(20));
        assertEquals(6000, ByteBuffer.wrap(notified).getShort(48), "which port it was");
        for (int i = 0; i < 8; i++) {
            assertNotNull(out(bed, Ip.tcp(HOST, 1000 + i, SERVER, 80, TcpTrack.ACK, DATA)), "the first ones still work");
        }
    }

    private static void establishFrom(NatBed bed, int port) {
        establish(bed, HOST + 1, port);
    }

    @Test
    void whenAllPortsAreTakenTheLongestUnusedEndpointGivesWayAndAnswersAreBounded() {
        NatBed bed = new NatBed(Map.of("ports", "2000-2003"), 3);
        Set<Integer> ports = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            ports.add(Ip.sourcePort(out(bed, Ip.udp(HOST, 9000 + i, SERVER, 53, DATA))));
        }
        assertEquals(Set.of(2000, 2001, 2002, 2003), ports);
        out(bed, Ip.udp(HOST, 9000, SERVER, 53, DATA));
        assertNotNull(out(bed, Ip.udp(HOST, 9100, SERVER, 53, DATA)));
        assertEquals(1, bed.count(NatEvent.EVICTED));
        assertNotNull(in(bed, Ip.udp(SERVER, 53, NatBed.OUTSIDE, Ip.sourcePort(out(bed, Ip.udp(HOST, 9000, SERVER, 53, DATA))), DATA)),
            "the one that was used since has stayed");
        for (int i = 0; i < 4; i++) {
            establish(bed, HOST, 7000 + i);
        }
        for (int i = 0; i < 1_000; i++) {
            assertNull(out(bed, Ip.tcp(HOST, 8000 + i, SERVER, 80, TcpTrack.SYN, DATA)));
        }
        assertEquals(1_000, bed.count(NatEvent.NO_PORT));
        assertEquals(Refusals.COUNT, bed.count(NatEvent.ANSWERED));
    }

    @Test
    void aFloodOfBeginningsFromInsideOrOutsideLeavesEstablishedOnesAlone() {
        NatBed bed = new NatBed(Map.of("connections", "64"), 3);
        Random random = new Random(SEED);
        for (int i = 0; i < 20; i++) {
            establish(bed, HOST, 1000 + i);
        }
        for (int i = 0; i < 20_000; i++) {
            bed.nowMs += random.nextInt(3);
            out(bed, Ip.tcp(HOST + random.nextInt(50), random.nextInt(0x10000), random.nextInt(), 80, TcpTrack.SYN, new byte[0]));
            in(bed, Ip.tcp(random.nextInt(), 80, NatBed.OUTSIDE, 61_001 + random.nextInt(4_000), TcpTrack.SYN, new byte[0]));
        }
        assertTrue(bed.tables.connections().used() <= 64);
        assertTrue(bed.tables.connections().at(Stage.ESTABLISHED) >= 20);
        for (int i = 0; i < 20; i++) {
            assertNotNull(out(bed, Ip.tcp(HOST, 1000 + i, SERVER, 80, TcpTrack.ACK, DATA)));
        }
    }

    // --- fragments

    private static List<byte[]> fragments(byte[] ip, int size, int identification) {
        List<byte[]> parts = new ArrayList<>();
        for (int from = 0; from < ip.length - 20; from += size) {
            parts.add(Ip.fragment(ip, from, Math.min(from + size, ip.length - 20), identification));
        }
        return parts;
    }

    private static byte[] whole(List<byte[]> parts, int bytes) {
        byte[] ip = new byte[bytes];
        for (byte[] part : parts) {
            int from = (ByteBuffer.wrap(part).getShort(6) & 0x1FFF) * 8;
            System.arraycopy(part, 20, ip, 20 + from, part.length - 20);
        }
        System.arraycopy(parts.getFirst(), 0, ip, 0, 20);
        ByteBuffer.wrap(ip).putShort(2, (short) bytes).putShort(6, (short) 0).putShort(10, (short) 0);
        ByteBuffer.wrap(ip).putShort(10, (short) ~Ip.sum(ip, 0, 20, 0));
        return ip;
    }

    @Test
    void fragmentsLeaveAndComeInAnyOrderAndMakeUpTheTranslatedPacket() {
        Random random = new Random(SEED);
        NatBed bed = new NatBed(Map.of(), 3);
        for (int round = 0; round < 300; round++) {
            byte[] data = new byte[200 + random.nextInt(3_000)];
            random.nextBytes(data);
            byte[] ip = Ip.udp(HOST, 5000, SERVER, 53, data);
            List<byte[]> parts = fragments(ip, 8 * (2 + random.nextInt(60)), round);
            Collections.shuffle(parts, random);
            List<byte[]> left = parts.stream().map(part -> out(bed, part)).toList();
            assertEquals(1, left.stream().map(Ip::identification).distinct().count());
            byte[] made = whole(left, ip.length);
            assertTrue(Ip.isSound(made));
            assertEquals(NatBed.OUTSIDE, Ip.source(made));
            assertArrayEquals(Arrays.copyOfRange(ip, 28, ip.length), Arrays.copyOfRange(made, 28, made.length));

            byte[] back = Ip.udp(SERVER, 53, NatBed.OUTSIDE, Ip.sourcePort(made), data);
            parts = fragments(back, 8 * (2 + back.length / 8 / (1 + random.nextInt(12))), round);
            Collections.shuffle(parts, random);
            List<byte[]> came = new ArrayList<>();
            for (byte[] part : parts) {
                byte[] frame = in(bed, part);
                if (frame != null) {
                    came.add(frame);
                    for (byte[] held = bed.held(); held != null; held = bed.held()) {
                        came.add(Ip.of(held));
                    }
                }
            }
            assertEquals(parts.size(), came.size(), "each came inside once");
            byte[] got = whole(came, back.length);
            assertTrue(Ip.isSound(got));
            assertEquals(HOST, Ip.destination(got));
            assertArrayEquals(Ip.payload(Ip.udp(SERVER, 53, HOST, 5000, data)), Ip.payload(got));
        }
    }

    @Test
    void fragmentsOfTwoHostsWithOneIdentificationAreToldApartOutside() {
        NatBed bed = new NatBed(Map.of(), 3);
        List<byte[]> first = fragments(Ip.udp(HOST, 5000, SERVER, 53, new byte[100]), 64, 77);
        List<byte[]> second = fragments(Ip.udp(HOST + 1, 5000, SERVER, 53, new byte[100]), 64, 77);
        assertNotEquals(Ip.identification(out(bed, first.get(0))), Ip.identification(out(bed, second.get(1))));
        assertEquals(Ip.identification(out(bed, second.get(0))), Ip.identification(out(bed, second.get(1))));
    }

    @Test
    void fragmentsForTheHostReachTheHost() {
        NatBed bed = new NatBed(Map.of(), 3);
        List<byte[]> parts = fragments(Ip.udp(SERVER, 53, NatBed.OUTSIDE, 5353, new byte[100]), 40, 8);
        for (byte[] part : parts) {
            assertNull(in(bed, part));
        }
        parts = fragments(Ip.udp(SERVER, 53, NatBed.OUTSIDE, 5353, new byte[100]), 40, 9).reversed();
        for (byte[] part : parts) {
            assertNull(in(bed, part), "before the first one has come, too");
        }
    }

    @Test
    void fragmentsThatHideOrOverwriteAHeaderAreDropped() {
        NatBed bed = new NatBed(Map.of(), 3);
        byte[] ip = Ip.tcp(HOST, 5000, SERVER, 80, TcpTrack.SYN, new byte[100]);
        assertNull(out(bed, Ip.fragment(ip, 0, 8, 1)), "the flags are not there");
        assertNull(out(bed, Ip.fragment(ip, 8, 80, 1)), "the flags would be overwritten");
        assertEquals(2, bed.count(NatEvent.TINY_FRAGMENT));
        assertNull(out(bed, Ip.fragment(ip, 24, 80, 1)), "the rest of a refused packet");
        int one = Ip.sourcePort(out(bed, Ip.udp(HOST, 5000, SERVER, 53, DATA)));
        int two = Ip.sourcePort(out(bed, Ip.udp(HOST + 1, 5000, SERVER, 53, DATA)));
        assertEquals(HOST, Ip.destination(in(bed, Ip.fragment(Ip.udp(SERVER, 53, NatBed.OUTSIDE, one, new byte[64]), 0, 32, 5))));
        assertEquals(0, in(bed, Ip.fragment(Ip.udp(SERVER, 53, NatBed.OUTSIDE, two, new byte[64]), 0, 32, 5)).length,
            "a second begin that leads elsewhere");
        assertEquals(0, in(bed, Ip.fragment(Ip.udp(SERVER, 53, NatBed.OUTSIDE, one, new byte[64]), 32, 72, 5)).length);
    }

    @Test
    void aFloodOfFragmentsTakesNoMoreThanItsPlaces() {
        NatBed bed = new NatBed(Map.of(), 3);
        Random random = new Random(SEED);
        byte[] ip = Ip.udp(SERVER, 53, NatBed.OUTSIDE, 61_001, new byte[1_000]);
        for (int i = 0; i < 5_000; i++) {
            in(bed, Ip.fragment(ip, 8 * (1 + random.nextInt(50)), 600, random.nextInt(0x10000)));
        }
        byte[] good = Ip.udp(HOST, 5000, SERVER, 53, new byte[1_000]);
        int port = Ip.sourcePort(out(bed, Ip.fragment(good, 0, 800, 3)));
        assertEquals(HOST, Ip.destination(in(bed, Ip.udp(SERVER, 53, NatBed.OUTSIDE, port, DATA))));
    }

    // --- whatever comes

    @Test
    void noBytesMakeItThrow() {
        Random random = new Random(SEED);
        NatBed bed = new NatBed(Map.of("connections", "64", "ports", "1000-1100", "forward", "tcp:80>10.0.0.5:80"), 3);
        List<byte[]> corpus = List.of(Ip.udp(HOST, 1, SERVER, 2, DATA), Ip.tcp(HOST, 1, SERVER, 2, 2, DATA),
            Ip.icmp(HOST, SERVER, 8, 0, 9, DATA), Ip.error(SERVER, NatBed.OUTSIDE, 3, Ip.udp(NatBed.OUTSIDE, 1000, SERVER, 2, DATA), 28),
            Ip.udp(SERVER, 2, NatBed.OUTSIDE, 1000, DATA), Ip.tcp(SERVER, 2, NatBed.OUTSIDE, 1001, 18, DATA),
            Ip.fragment(Ip.udp(SERVER, 2, NatBed.OUTSIDE, 1000, new byte[99]), 0, 64, 1));
        for (int i = 0; i < 200_000; i++) {
            byte[] frame = Ip.frame(corpus.get(random.nextInt(corpus.size())));
            for (int change = random.nextInt(4); change > 0; change--) {
                frame[random.nextInt(3) == 0 ? random.nextInt(frame.length) : 14 + random.nextInt(30)] = (byte) random.nextInt();
            }
            byte[] cut = random.nextInt(4) == 0 ? Arrays.copyOf(frame, random.nextInt(frame.length)) : frame;
            bed.nowMs += random.nextInt(100);
            if (random.nextBoolean()) {
                bed.out(cut);
            } else {
                bed.in(cut);
                while (bed.held() != null) {
                    assertTrue(true);
                }
            }
        }
        assertTrue(bed.tables.connections().used() <= 64);
    }
}
