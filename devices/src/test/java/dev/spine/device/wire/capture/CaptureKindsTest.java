package dev.spine.device.wire.capture;

import static dev.spine.device.wire.capture.PcapBytes.gzip;
import static dev.spine.device.wire.capture.PcapBytes.packet;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kinds of file and of link that recorders write, other than classic pcap of Ethernet. */
class CaptureKindsTest {
    private static final long SECOND = 1_000_000_000L;

    private static Capture read(byte[] file) throws IOException {
        return new CaptureReader(1 << 20, VlanTags.TAKE_OFF).read("test", new ByteArrayInputStream(file));
    }

    private static byte[] bytesOf(Capture capture, int index) {
        return capture.packet(index).toArray(ValueLayout.JAVA_BYTE);
    }

    private static List<ByteOrder> orders() {
        return List.of(LITTLE_ENDIAN, BIG_ENDIAN);
    }

    /** An IP packet of this version, all other bytes told by number and place. */
    private static byte[] ip(int version, int number, int length) {
        byte[] packet = packet(number, length);
        packet[0] = (byte) (version << 4 | 5);
        return packet;
    }

    private static byte[] ethernet(int etherType, byte[] payload) {
        return ByteBuffer.allocate(14 + payload.length).putShort(12, (short) etherType).put(14, payload).array();
    }

    private static byte[] join(byte[] first, byte... second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    // --- classic pcap

    @Test
    void recordsOfTheModifiedMagicHaveLongerHeaders() throws IOException {
        for (ByteOrder order : orders()) {
            PcapBytes file = new PcapBytes(order).header(0xA1B2CD34, 2, 4, 1);
            for (int number = 1; number < 4; number++) {
                // Interface, protocol and packet type, in front of the packet.
                byte[] record = join(new byte[] {9, 9, 9, 9, 9, 9, 9, 9}, packet(number, 60));
                file.record(number, 5, 60, 60, record);
            }
            Capture capture = read(file.toBytes());

            assertEquals(3, capture.packetCount(), order.toString());
            assertArrayEquals(packet(3, 60), bytesOf(capture, 2));
            assertEquals(3 * SECOND + 5_000, capture.timestampNs(2));
        }
    }

    @Test
    void theFrameCheckSequenceThatTheLinkWordSpeaksOfIsNoPartOfAFrame() throws IOException {
        for (ByteOrder order : orders()) {
            int fourBytes = 2 << 28 | 1 << 26 | 1;
            byte[] file = new PcapBytes(order).header(0xA1B2C3D4, 2, 4, fourBytes)
                .record(1, 0, packet(1, 64))
                // Of this one the recorder kept all but the check sequence, of the next one byte less.
                .record(2, 0, 60, 64, packet(2, 60))
                .record(3, 0, 59, 64, packet(3, 59))
                .toBytes();
            Capture capture = read(file);

            assertEquals(2, capture.packetCount());
            assertArrayEquals(packet(1, 60), bytesOf(capture, 0));
            assertArrayEquals(packet(2, 60), bytesOf(capture, 1));
            assertEquals(1, capture.count(CaptureOddity.SHORTENED));
        }
    }

    @Test
    void aLengthOfCheckSequencesThatIsNotSaidToBeGivenIsNone() throws IOException {
        Capture capture = read(new PcapBytes(LITTLE_ENDIAN).header(0xA1B2C3D4, 2, 4, 2 << 28 | 1).record(1, 0, packet(1, 64)).toBytes());

        assertEquals(64, capture.packetBytes(0));
    }

    @ParameterizedTest
    @ValueSource(ints = {101, 12, 14, 228, 229})
    void rawIpBecomesEthernet(int linkType) throws IOException {
        Capture capture = read(new PcapBytes(LITTLE_ENDIAN).header(0xA1B2C3D4, 2, 4, linkType)
            .record(1, 0, ip(4, 1, 40)).record(1, 0, ip(6, 2, 60)).record(1, 0, new byte[0]).toBytes());

        assertEquals(2, capture.packetCount());
        assertArrayEquals(ethernet(0x0800, ip(4, 1, 40)), bytesOf(capture, 0));
        assertArrayEquals(ethernet(0x86DD, ip(6, 2, 60)), bytesOf(capture, 1));
        assertEquals(1, capture.count(CaptureOddity.RUNT));
    }

    @Test
    void linuxCookedBecomesEthernetInBothVersions() throws IOException {
        byte[] first = new byte[16];
        first[14] = 8;
        byte[] second = new byte[20];
        second[0] = 8;
        for (ByteOrder order : orders()) {
            for (byte[] header : List.of(first, second)) {
                Capture capture = read(new PcapBytes(order).header(0xA1B2C3D4, 2, 4, header == first ? 113 : 276)
                    .record(1, 0, join(header, ip(4, 1, 40))).record(1, 0, packet(1, header.length - 1)).toBytes());

                assertEquals(1, capture.packetCount());
                assertArrayEquals(ethernet(0x0800, ip(4, 1, 40)), bytesOf(capture, 0));
                assertEquals(1, capture.count(CaptureOddity.RUNT));
            }
        }
    }

    @Test
    void vlanTagsAreTakenOffAndCountedWhereThatIsAskedFor() throws IOException {
        byte[] payload = ip(4, 1, 40);
        byte[] plain = ethernet(0x0800, payload);
        byte[] tagged = ethernet(0x8100, join(new byte[] {0, 5, 8, 0}, payload));
        byte[] twice = ethernet(0x88A8, join(new byte[] {0, 5, (byte) 0x81, 0, 0, 6, 8, 0}, payload));
        byte[] onlyTag = ethernet(0x8100, new byte[] {0, 5});
        byte[] file = PcapBytes.ordinary(BIG_ENDIAN)
            .record(1, 0, plain).record(1, 0, tagged).record(1, 0, twice).record(1, 0, onlyTag).toBytes();
        Capture capture = read(file);

        assertEquals(4, capture.packetCount());
        for (int index = 0; index < 3; index++) {
            assertArrayEquals(plain, bytesOf(capture, index));
        }
        assertArrayEquals(onlyTag, bytesOf(capture, 3));
        assertEquals(2, capture.count(CaptureOddity.TAGGED));
        Capture kept = new CaptureReader().read("test", new ByteArrayInputStream(file));
        assertArrayEquals(twice, bytesOf(kept, 2));
        assertEquals(0, kept.count(CaptureOddity.TAGGED));
    }

    @Test
    void aTagInACookedPacketIsTakenOffToo() throws IOException {
        byte[] header = new byte[16];
        header[14] = (byte) 0x81;
        Capture capture = read(new PcapBytes(LITTLE_ENDIAN).header(0xA1B2C3D4, 2, 4, 113)
            .record(1, 0, join(header, join(new byte[] {0, 5, 8, 0}, ip(4, 1, 40)))).toBytes());

        assertArrayEquals(ethernet(0x0800, ip(4, 1, 40)), bytesOf(capture, 0));
    }

    @Test
    void theLongestPacketGetsItsEthernetHeader() throws IOException {
        Capture capture = read(new PcapBytes(LITTLE_ENDIAN).header(0xA1B2C3D4, 2, 4, 101).record(1, 0, ip(4, 1, 262_144)).toBytes());

        assertArrayEquals(ethernet(0x0800, ip(4, 1, 262_144)), bytesOf(capture, 0));
    }

    // --- pcapng

    @Test
    void packetBlocksOfAllKindsAreReadInBothByteOrders() throws IOException {
        for (ByteOrder order : orders()) {
            PcapngBytes file = new PcapngBytes(order).section().interfaceOf(1, 0).interfaceOf(101, 0)
                .block(0x0BAD, new PcapngBytes(order).body(8).putLong(1))
                .enhanced(0, 3_000_001, 61, packet(1, 61))
                .obsolete(1, 4_000_000, ip(4, 2, 40))
                .simple(60, packet(3, 60));
            for (byte[] bytes : List.of(file.toBytes(), gzip(file.toBytes()))) {
                Capture capture = read(bytes);

                assertEquals(3, capture.packetCount(), order.toString());
                assertArrayEquals(packet(1, 61), bytesOf(capture, 0));
                assertEquals(3 * SECOND + 1_000, capture.timestampNs(0));
                assertArrayEquals(ethernet(0x0800, ip(4, 2, 40)), bytesOf(capture, 1));
                assertEquals(4 * SECOND, capture.timestampNs(1));
                assertArrayEquals(packet(3, 60), bytesOf(capture, 2));
            }
        }
    }

    @Test
    void aSectionHasInterfacesAndAByteOrderOfItsOwn() throws IOException {
        Capture capture = read(new PcapngBytes(LITTLE_ENDIAN).section().interfaceOf(101, 0).enhanced(0, 1, 40, ip(4, 1, 40))
            .section(BIG_ENDIAN).interfaceOf(1, 0).enhanced(0, 2, 60, packet(2, 60)).toBytes());

        assertEquals(2, capture.packetCount());
        assertArrayEquals(packet(2, 60), bytesOf(capture, 1));
        assertEquals(2_000, capture.timestampNs(1));
    }

    @Test
    void packetsThatWereShortenedAndThoseOfOtherLinksAreCounted() throws IOException {
        Capture capture = read(new PcapngBytes(BIG_ENDIAN).section().interfaceOf(1, 60).interfaceOf(127, 0)
            .enhanced(0, 1, 61, packet(1, 60)).enhanced(1, 2, 60, packet(2, 60)).simple(70, packet(3, 60)).simple(59, packet(4, 59))
            .toBytes());

        assertEquals(1, capture.packetCount());
        assertArrayEquals(packet(4, 59), bytesOf(capture, 0));
        assertEquals(2, capture.count(CaptureOddity.SHORTENED));
        assertEquals(1, capture.count(CaptureOddity.OTHER_LINK));
    }

    @ParameterizedTest
    @CsvSource({"4, 0", "32, 0", "0, 4", "4, 2"})
    void checkSequencesAreTakenOff(int ofInterface, int ofPacket) throws IOException {
        PcapngBytes file = new PcapngBytes(LITTLE_ENDIAN).section();
        file.interfaceOf(1, 0, file.option(13, (byte) ofInterface));
        file.enhanced(0, 1, 64, packet(1, 64), file.option(1, (byte) 'x'), file.option(2, file.word(ofPacket << 5)));
        Capture capture = read(file.toBytes());

        assertEquals(ofPacket == 2 ? 62 : 60, capture.packetBytes(0));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 5, 5000000000",
        "3, 0, 5001, 5001000000",
        "9, 0, 5000000001, 5000000001",
        "12, 0, 5000000001999, 5000000001",
        "30, 0, 5000000001999, 0",
        "129, 0, 3, 1500000000",
        "160, 0, 9223372036, 2147483647",
        "192, 0, -1, 999999999",
        "128, 0, 7, 7000000000",
        "200, 0, 7, 0",
        "6, 100, 1000000, 101000000000",
        "6, -100, 1000000, 0",
        "0, 0, -1, 9223372036854775807",
        "0, 9223372036854775807, 1, 9223372036854775807",
    })
    void timesAreOfTheInterfacesResolutionAndOffset(int resolution, long offset, long ticks, long expectedNs) throws IOException {
        PcapngBytes file = new PcapngBytes(BIG_ENDIAN).section();
        file.interfaceOf(1, 0, file.option(9, (byte) resolution), file.option(14, file.longWord(offset)));
        Capture capture = read(file.enhanced(0, ticks, 60, packet(1, 60)).toBytes());

        assertEquals(expectedNs, capture.timestampNs(0));
    }

    @Test
    void aFileCutAnywhereGivesTheWholePacketsBeforeTheCut() throws IOException {
        PcapngBytes file = new PcapngBytes(LITTLE_ENDIAN).section().interfaceOf(1, 0);
        int begin = file.toBytes().length;
        for (int number = 0; number < 3; number++) {
            file.enhanced(0, number, 61, packet(number, 61));
        }
        byte[] whole = file.toBytes();
        int block = (whole.length - begin) / 3;
        for (int cut = begin; cut <= whole.length; cut++) {
            Capture capture = read(Arrays.copyOf(whole, cut));

            int expected = (cut - begin) / block;
            assertEquals(expected, capture.packetCount(), "cut at " + cut);
            boolean between = (cut - begin) % block == 0;
            assertEquals(between ? Capture.NOT_CUT : begin + (long) expected * block, capture.cutAtByte(), "cut at " + cut);
        }
    }

    @Test
    void whatIsDamagedIsRefusedInOneLine() {
        PcapngBytes le = new PcapngBytes(LITTLE_ENDIAN);
        refuse("a block of 13 bytes", new PcapngBytes(LITTLE_ENDIAN).section().raw((byte) 9, (byte) 0, (byte) 0, (byte) 0,
            (byte) 13, (byte) 0, (byte) 0, (byte) 0));
        refuse("a block of 8 bytes", new PcapngBytes(LITTLE_ENDIAN).section().raw((byte) 9, (byte) 0, (byte) 0, (byte) 0,
            (byte) 8, (byte) 0, (byte) 0, (byte) 0));
        refuse("a packet of interface 0, and there are 0", new PcapngBytes(LITTLE_ENDIAN).section().enhanced(0, 0, 60, packet(1, 60)));
        refuse("too short for its type", new PcapngBytes(LITTLE_ENDIAN).section().block(1, le.body(4).putInt(1)));
        refuse("too short for its type", new PcapngBytes(LITTLE_ENDIAN).section().interfaceOf(1, 0).block(6, le.body(16).putLong(1)
            .putLong(1)));
        refuse("leaves its block", new PcapngBytes(LITTLE_ENDIAN).section().interfaceOf(1, 0)
            .block(6, le.body(20).putInt(0).putLong(0).putInt(60).putInt(60)));
        refuse("none is longer than", new PcapngBytes(LITTLE_ENDIAN).section().interfaceOf(1, 0)
            .block(6, le.body(20).putInt(0).putLong(0).putInt(1 << 30).putInt(1 << 30)));
        refuse("an option of 200 bytes that leaves it", new PcapngBytes(LITTLE_ENDIAN).section()
            .block(1, le.body(16).putInt(1).putInt(0).putShort((short) 9).putShort((short) 200).putInt(0)));
        refuse("that says at its end that it has 16", new PcapngBytes(LITTLE_ENDIAN).section()
            .raw(le.body(12).putInt(9).putInt(12).putInt(16).array()));
        refuse("version 2.0", new PcapngBytes(LITTLE_ENDIAN).block(0x0A0D0D0A, le.body(16).putInt(0x1A2B3C4D).putInt(2).putLong(-1)));
        refuse("the file ends in the header of its section", new PcapngBytes(BIG_ENDIAN).raw((byte) 10, (byte) 13, (byte) 13, (byte) 10,
            (byte) 0));
    }

    private static void refuse(String reason, PcapngBytes file) {
        CaptureException refused = assertThrows(CaptureException.class, () -> read(file.toBytes()), reason);
        assertTrue(refused.reason().contains(reason), refused::getMessage);
        assertEquals(1, refused.getMessage().lines().count());
    }
}
