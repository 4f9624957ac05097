package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.iop.packet.Offload;
import dev.spine.iop.packet.wire.Address;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Packets with which work is left to be done, and which the next wire does not take: the work is done before they are fragmented, since
 * nobody can do it afterwards.
 */
class UnfinishedFragmentsTest {
    private static final int MAC = 14;
    private static final int IP = 20;
    private static final int MTU = 600;
    private static final int MTU6 = 1280;
    private static final int UDP = 17;
    private static final int TCP = 6;
    private static final int NO_FRAGMENTS = 0x4000;
    private static final String FAR = "10.0.3.2";
    private static final long TIME_NS = 5_000_000;
    private static final long CHECKSUM_OF_UDP = Offload.of(0, 0, MAC + IP, 6);
    private static final long CHECKSUM_OF_TCP = Offload.of(0, 0, MAC + IP, 16);

    private static RouterRig rig;

    @BeforeAll
    static void boot() {
        rig = new RouterRig(RouterRig.Kind.MODELLED, 1, 3, SegmentsLink::new);
        rig.router.mtu(3, MTU);
        rig.acknowledge();
        rig.await("the way between the cards", () -> {
            rig.card(1).inject(SegmentsLink.with(TestPacket.udp4(1, FAR, 0, 18), Offload.NONE));
            return rig.card(3).received() > 0;
        });
        rig.pass(TIME_NS);
        rig.cards.forEach(RouterRig.Card::takeReceived);
    }

    @AfterAll
    static void close() {
        rig.close();
    }

    /** A packet whose checksum is that of the pseudo-header alone. */
    private static byte[] packet(int protocol, int flags, byte[] header, byte[] payload) {
        byte[] transport = Arrays.copyOf(header, header.length + payload.length);
        System.arraycopy(payload, 0, transport, header.length, payload.length);
        byte[] ip = TestPacket.ip4(0x0A000102, Address.parse(FAR).bits4(), 64, protocol, flags, transport);
        ByteBuffer.wrap(ip).putShort(IP + (protocol == TCP ? 16 : 6), (short) pseudo(ip, transport.length));
        return TestPacket.frame(RouterRig.mac(1), RouterRig.stationMac(1), 0x0800, ip);
    }

    private static int pseudo(byte[] ip, int transportBytes) {
        int sum = TestPacket.sum(ip, 12, 8) + (ip[9] & 0xFF) + transportBytes;
        return (sum & 0xFFFF) + (sum >>> 16);
    }

    private static byte[] udp(int flags, byte[] payload) {
        return packet(UDP, flags, ByteBuffer.allocate(8).putShort((short) 4000).putShort((short) 4001)
            .putShort((short) (8 + payload.length)).putShort((short) 0).array(), payload);
    }

    private static byte[] tcp(int flags, byte[] payload) {
        return packet(TCP, flags, ByteBuffer.allocate(24).putShort((short) 4000).putShort((short) 80).putInt(1_000_000).putInt(7)
            .putShort((short) 0x6099).putShort((short) 512).putInt(0).putInt(0x02040578).array(), payload);
    }

    private static byte[] random(int bytes) {
        byte[] payload = new byte[bytes];
        new Random(bytes).nextBytes(payload);
        return payload;
    }

    /** What leaves by card 3, made whole again by identification; each piece is looked at. */
    private static List<byte[]> sent(byte[] frame, long word) {
        rig.card(1).inject(SegmentsLink.with(frame, word));
        rig.pass(TIME_NS);
        Map<Integer, ByteArrayOutputStream> wholes = new LinkedHashMap<>();
        for (byte[] both : rig.card(3).takeReceived()) {
            byte[] piece = Arrays.copyOf(both, both.length - Long.BYTES);
            assertEquals(0, ByteBuffer.wrap(both).getLong(piece.length), "nothing is left to be done");
            assertTrue(piece.length <= MAC + MTU, () -> piece.length + " bytes");
            ByteBuffer in = ByteBuffer.wrap(piece);
            assertEquals(0xFFFF, TestPacket.sum(piece, MAC, IP));
            assertEquals(63, in.get(MAC + 8));
            ByteArrayOutputStream whole = wholes.computeIfAbsent(in.getShort(MAC + 4) & 0xFFFF, _ -> new ByteArrayOutputStream());
            if (whole.size() == 0) {
                whole.write(piece, MAC, IP);
            }
            assertEquals(whole.size() - IP, (in.getShort(MAC + 6) & 0x1FFF) * 8, "in their order");
            whole.write(piece, MAC + IP, piece.length - MAC - IP);
        }
        return wholes.values().stream().map(ByteArrayOutputStream::toByteArray).toList();
    }

    private static void assertChecksum(byte[] whole) {
        int bytes = whole.length - IP;
        int sum = pseudo(whole, bytes) + TestPacket.sum(whole, IP, bytes);
        assertEquals(0xFFFF, (sum & 0xFFFF) + (sum >>> 16), "the checksum of TCP or UDP");
    }

    private static byte[] behind(byte[] whole, int at) {
        return Arrays.copyOfRange(whole, at, whole.length);
    }

    @ParameterizedTest
    @ValueSource(ints = {573, 574, 575, 600, 1_001, 1_472})
    void aDatagramIsCompletedAndThenFragmented(int bytes) {
        List<byte[]> wholes = sent(udp(0, random(bytes)), CHECKSUM_OF_UDP);
        assertEquals(1, wholes.size());
        assertChecksum(wholes.getFirst());
        assertArrayEquals(random(bytes), behind(wholes.getFirst(), IP + 8));
    }

    @Test
    void aDatagramWhoseChecksumComesToNothingSaysThatItHasOne() {
        byte[] payload = random(1_000);
        byte[] frame = udp(0, payload);
        int sum = TestPacket.sum(frame, MAC + IP, frame.length - MAC - IP);
        ByteBuffer word = ByteBuffer.wrap(payload);
        int before = word.getShort(0) & 0xFFFF;
        // So that the sum of all comes to 0xFFFF.
        int rest = before + 0xFFFF - sum;
        word.putShort(0, (short) ((rest & 0xFFFF) + (rest >>> 16)));
        List<byte[]> wholes = sent(udp(0, payload), CHECKSUM_OF_UDP);
        assertEquals(0xFFFF, ByteBuffer.wrap(wholes.getFirst()).getShort(IP + 6) & 0xFFFF);
        assertChecksum(wholes.getFirst());
    }

    @Test
    void aSegmentIsCompletedAndThenFragmented() {
        List<byte[]> wholes = sent(tcp(0, random(1_400)), CHECKSUM_OF_TCP);
        assertEquals(1, wholes.size());
        assertChecksum(wholes.getFirst());
        assertArrayEquals(random(1_400), behind(wholes.getFirst(), IP + 24));
    }

    @ParameterizedTest
    @ValueSource(ints = {1_449, 2_896, 6_000, 20_000})
    void aStreamsSuperPacketIsCutAndItsSegmentsAreFragmented(int bytes) {
        List<byte[]> wholes = sent(tcp(0, random(bytes)), Offload.of(Offload.TCP_V4 | Offload.ECN, 1_448, MAC + IP, 16));
        assertEquals((bytes + 1_447) / 1_448, wholes.size());
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] whole : wholes) {
            assertChecksum(whole);
            ByteBuffer in = ByteBuffer.wrap(whole);
            assertEquals(1_000_000 + all.size(), in.getInt(IP + 4));
            boolean isLast = whole == wholes.getLast();
            assertEquals((isLast ? 0x19 : 0x10) | (all.size() == 0 ? 0x80 : 0), in.get(IP + 13) & 0xFF);
            all.writeBytes(behind(whole, IP + 24));
        }
        assertArrayEquals(random(bytes), all.toByteArray());
    }

    @Test
    void aSuperPacketOfDatagramsIsCutAndEachIsFragmentedThatIsTooLong() {
        List<byte[]> wholes = sent(udp(0, random(3_000)), Offload.of(Offload.UDP, 1_400, MAC + IP, 6));
        assertEquals(List.of(1_400, 1_400, 200), wholes.stream().map(whole -> whole.length - IP - 8).toList());
        for (byte[] whole : wholes) {
            assertChecksum(whole);
            assertEquals(whole.length - IP, ByteBuffer.wrap(whole).getShort(IP + 4));
        }
    }

    @Test
    void whatMustNotBeFragmentedIsToldToItsSender() {
        assertNotified(udp(NO_FRAGMENTS, random(1_000)), CHECKSUM_OF_UDP, 0x0304, MTU);
        assertNotified(tcp(NO_FRAGMENTS, random(6_000)), Offload.of(Offload.TCP_V4, 1_448, MAC + IP, 16), 0x0304, MTU);
    }

    @Test
    void aWordThatFitsNoPacketIsNotActedOn() {
        assertNotified(udp(0, random(1_000)), Offload.of(0, 0, MAC, 6), 0x0304, MTU);
        assertNotified(udp(0, random(1_000)), Offload.of(0, 0, 1_040, 6), 0x0304, MTU);
        assertNotified(udp(0, random(3_000)), Offload.of(Offload.TCP_V4, 1_400, MAC + IP, 16), 0x0304, MTU);
        assertNotified(udp(0, random(3_000)), Offload.of(Offload.TCP_V6, 1_400, MAC + IP, 16), 0x0304, MTU);
        assertNotified(udp(0, random(3_000)), Offload.of(Offload.UDP, 1_400, MAC + IP + 8, 6), 0x0304, MTU);
    }

    @Test
    void nothingOfVersion6IsFragmented() {
        rig.router.mtu(3, MTU6);
        rig.acknowledge();
        byte[] frame = TestPacket.udp6(1, "2001:db8:3::2", 5, 1_400);
        rig.card(1).inject(SegmentsLink.with(frame, Offload.of(0, 0, MAC + 40, 6)));
        rig.pass(TIME_NS);
        List<byte[]> notified = rig.card(1).takeReceived();
        rig.router.mtu(3, MTU);
        rig.acknowledge();
        assertEquals(1, notified.size());
        ByteBuffer in = ByteBuffer.wrap(notified.getFirst());
        assertEquals(0x0200, in.getShort(MAC + 40));
        assertEquals(MTU6, in.getInt(MAC + 44));
        assertEquals(List.of(), rig.card(3).takeReceived());
    }

    private static void assertNotified(byte[] frame, long word, int typeAndCode, int mtu) {
        assertEquals(0, sent(frame, word).size());
        List<byte[]> notified = rig.card(1).takeReceived();
        assertEquals(1, notified.size());
        ByteBuffer in = ByteBuffer.wrap(notified.getFirst());
        assertEquals(typeAndCode, in.getShort(MAC + IP));
        assertEquals(mtu, in.getInt(MAC + IP + 4));
    }
}
