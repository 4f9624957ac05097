package dev.spine.extension.services.host.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.router.part.InternetChecksum;
import dev.spine.extension.services.packet.IpPrefix;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sample.packet.Describer;

/** What services share, in an extension on a card: the jar has the classes of the shared package, and they find what packets say. */
class PacketHeadersTest {
    private static final int INSIDE = 0x0A000001;
    private static final int OUTSIDE = 0xC0000201;

    @Test
    void headersAreFoundInWholePacketsFragmentsAndBehindOptions() {
        byte[] udp = TestPackets.udp(4000, 53, 4);
        assertEquals(List.of("v4 protocol 17 at 34 of 32 ports 4000 53 fragment 0 inside check 0",
            "v4 protocol 17 at 38 of 36 ports 4000 53 fragment 0+ inside check 0",
            "v4 protocol 17 at 34 of 32 ports none fragment 1480 outside check 0", "type 806"), seen(
            TestPackets.frame(0x0800, TestPackets.ipv4(INSIDE, OUTSIDE, 17, 0, new byte[0], udp)),
            TestPackets.frame(0x0800, TestPackets.ipv4(INSIDE, OUTSIDE, 17, 0x2000, new byte[4], udp)),
            TestPackets.frame(0x0800, TestPackets.ipv4(OUTSIDE, INSIDE, 17, 185, new byte[0], udp)),
            TestPackets.frame(0x0806, new byte[28])));
    }

    @Test
    void chainsOfExtensionHeadersAreWalkedToTheirEnd() {
        long[] from = {0x2001_0DB8_0000_0000L, 1};
        long[] to = {0x2001_0DB8_0000_0000L, 2};
        byte[] udp = TestPackets.udp(4000, 53, 4);
        byte[] hop = chain(new byte[] {60, 0, 1, 4, 0, 0, 0, 0}, chain(new byte[] {17, 0, 1, 4, 0, 0, 0, 0}, udp));
        byte[] first = chain(new byte[] {17, 0, 0, 1, 0, 0, 0, 9}, udp);
        byte[] later = chain(new byte[] {17, 0, 5, (byte) 0xC8, 0, 0, 0, 9}, udp);
        byte[] cut = {0, 9, 0, 0, 0, 0, 0, 0};
        assertEquals(List.of("v6 protocol 17 at 70 of 68 ports 4000 53 fragment 0 outside",
            "v6 protocol 17 at 62 of 60 ports 4000 53 fragment 0+ outside", "v6 protocol 17 at 62 of 60 ports none fragment 1480 outside",
            "v6 protocol 43 at 54 of 48 ports none fragment 0 outside"), seen(
            TestPackets.frame(0x86DD, TestPackets.ipv6(from, to, 0, hop)), TestPackets.frame(0x86DD, TestPackets.ipv6(from, to, 44, first)),
            TestPackets.frame(0x86DD, TestPackets.ipv6(from, to, 44, later)),
            TestPackets.frame(0x86DD, TestPackets.ipv6(from, to, 43, cut))));
    }

    @Test
    void noByteOfAHeaderStopsTheExtension() {
        long seed = Long.getLong("spine.seed", 20_261);
        Random random = new Random(seed);
        byte[][] models = {TestPackets.frame(0x0800, TestPackets.ipv4(INSIDE, OUTSIDE, 6, 0, new byte[8], TestPackets.tcp(1, 2, 2, 0))),
            TestPackets.frame(0x86DD, TestPackets.ipv6(new long[2], new long[2], 0, chain(new byte[] {44, 0, 1, 4, 0, 0, 0, 0},
                chain(new byte[] {6, 0, 0, 1, 0, 0, 0, 0}, TestPackets.tcp(1, 2, 2, 0)))))};
        try (SimulatedCard card = SimulatedCard.with(Describer.class).withoutTrace().start()) {
            for (int i = 0; i < 2_000; i++) {
                byte[] frame = models[i & 1].clone();
                for (int n = random.nextInt(4); n >= 0; n--) {
                    frame[12 + random.nextInt(50)] = (byte) random.nextInt(256);
                }
                card.receive(Arrays.copyOf(frame, 14 + random.nextInt(frame.length - 13)));
            }
            card.settle();
            assertEquals("", card.extension().failure(), "seed " + seed);
        }
    }

    @Test
    void prefixesAreReadWrittenAndCompared() {
        assertEquals("10.1.0.0/16", IpPrefix.parse("10.1.2.3/16").toString());
        assertEquals("2001:db8:0:0:0:0:0:0/33", IpPrefix.parse("2001:db8::/33").toString());
        assertEquals("0:0:0:0:0:ffff:a01:203/128", IpPrefix.parse("::ffff:10.1.2.3").toString());
        assertTrue(IpPrefix.parse("0.0.0.0/0").matches(4, 0, 0xFFFF_FFFFL));
        assertTrue(IpPrefix.parse("2001:db8::/48").matches(6, 0x2001_0DB8_0000_FFFFL, 5));
        assertTrue(!IpPrefix.parse("2001:db8::1/128").matches(6, 0x2001_0DB8_0000_0000L, 2));
        assertTrue(!IpPrefix.parse("10.0.0.0/8").matches(4, 0, 0x0B00_0000L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10", "10.1.2", "10.1.2.256", "1.2.3.4.5", "10.0.0.0/33", "10.0.0.0/", "::/129", "1:2:3", ":::", "12345::",
        "1::2::3", "1:2:3:4:5:6:7:8:9", "1:", "a.b.c.d", "1.2.3.4:5"})
    void whatIsNoPrefixIsRefusedWithItsText(String text) {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> IpPrefix.parse(text)).getMessage().contains("'" + text + "'"));
    }

    @Test
    void aChecksumAfterAChangeIsTheOneOfTheWhole() {
        Random random = new Random(5);
        for (int i = 0; i < 1_000; i++) {
            int[] words = random.ints(6, 0, 0x10000).toArray();
            int before = InternetChecksum.fold(Arrays.stream(words).asLongStream().sum());
            int old = words[2] << 16 | words[3];
            int fresh = random.nextInt();
            words[2] = fresh >>> 16;
            words[3] = fresh & 0xFFFF;
            assertEquals(InternetChecksum.fold(Arrays.stream(words).asLongStream().sum()), InternetChecksum.changed32(before, old, fresh));
        }
    }

    private static byte[] chain(byte[] header, byte[] rest) {
        byte[] both = Arrays.copyOf(header, header.length + rest.length);
        System.arraycopy(rest, 0, both, header.length, rest.length);
        return both;
    }

    private static List<String> seen(byte[]... frames) {
        try (SimulatedCard card = SimulatedCard.with(Describer.class).withoutTrace().start()) {
            for (byte[] frame : frames) {
                card.receive(frame);
            }
            card.settle();
            return card.extension().log().stream().map(line -> line.substring(line.indexOf(' ', line.indexOf('.')) + 1)).toList();
        }
    }
}
