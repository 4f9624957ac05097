package dev.spine.perf.reference;

import static dev.spine.perf.reference.VideoPacket.IP;
import static dev.spine.perf.reference.VideoPacket.PAYLOAD;
import static dev.spine.perf.reference.VideoPacket.RTP;
import static dev.spine.perf.reference.VideoPacket.UDP;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.reference.ReferencePacket.LinePiece;
import dev.spine.perf.reference.ReferencePacket.Malformed;
import dev.spine.perf.reference.ReferencePacket.Other;
import dev.spine.perf.reference.ReferencePacket.Video;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReferencePacketTest {
    private static final int PORT = 5004;
    private static final ReferenceWindow WINDOW = new ReferenceWindow(PORT, ReferenceFormat.UYVY, 0, 0, 16, 16);

    @Test
    void everyLineOfAPacketIsFoundBehindEveryKindOfRtpHeader() {
        for (int csrcs = 0; csrcs <= 15; csrcs++) {
            for (int extensionWords = -1; extensionWords < 3; extensionWords++) {
                for (int padding = 0; padding < 3; padding++) {
                    ByteBuffer packet = new VideoPacket(PORT).sequence(0x0001_FFFE)
                            .csrcs(csrcs).extension(extensionWords).padding(padding).trailing(7)
                            .line(3, 14, 1, 2, 3, 4)
                            .line(4, 0, 5, 6, 7, 8, 9, 10, 11, 12)
                            .line(5, 2)
                            .build();

                    Video video = assertInstanceOf(Video.class, ReferencePacket.parse(packet, WINDOW));

                    assertEquals(0x0001_FFFE, video.sequence());
                    assertEquals(90_000, video.timestamp());
                    assertEquals(3, video.lines().size());
                    assertEquals(new LinePiece(3, 14, ByteBuffer.wrap(new byte[] {1, 2, 3, 4})), video.lines().get(0));
                    assertEquals(new LinePiece(4, 0, ByteBuffer.wrap(new byte[] {5, 6, 7, 8, 9, 10, 11, 12})), video.lines().get(1));
                    assertEquals(new LinePiece(5, 2, ByteBuffer.allocate(0)), video.lines().get(2));
                    assertEquals(0, packet.position());
                }
            }
        }
    }

    static Stream<Arguments> otherTraffic() {
        return Stream.of(
                change("another Ethernet type", packet -> packet.putShort(12, (short) 0x0806)),
                change("IPv6", packet -> packet.putShort(12, (short) 0x86DD)),
                change("a VLAN tag", packet -> packet.putShort(12, (short) 0x8100)),
                change("IP version 5", packet -> packet.put(IP, (byte) 0x55)),
                change("an IP header of 4 words", packet -> packet.put(IP, (byte) 0x44)),
                change("an IP header longer than the packet", packet -> packet.put(IP, (byte) 0x4F).putShort(IP + 2, (short) 59)),
                change("an IP length below the header's", packet -> packet.putShort(IP + 2, (short) 19)),
                change("an IP length beyond the packet", packet -> packet.putShort(IP + 2, (short) (packet.limit() - IP + 1))),
                change("a first fragment", packet -> packet.putShort(IP + 6, (short) 0x2000)),
                change("a later fragment", packet -> packet.putShort(IP + 6, (short) 0x0001)),
                change("TCP", packet -> packet.put(IP + 9, (byte) 6)),
                change("another port", packet -> packet.putShort(UDP + 2, (short) (PORT + 1))),
                change("no whole Ethernet header", packet -> packet.limit(13)),
                change("no whole IP header", packet -> packet.limit(IP + 19)),
                change("an IP packet that ends in the UDP header", packet -> packet.putShort(IP + 2, (short) 27)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("otherTraffic")
    void whatIsNotOfTheStreamIsOtherTraffic(String what, Consumer<ByteBuffer> change) {
        assertInstanceOf(Other.class, ReferencePacket.parse(changed(change), WINDOW), what);
    }

    static Stream<Arguments> malformedPackets() {
        return Stream.of(
                change("UDP length 7", packet -> packet.putShort(UDP + 4, (short) 7)),
                change("UDP length beyond IP's", packet -> packet.putShort(UDP + 4, (short) (packet.limit() - UDP + 1))),
                change("no whole RTP header", packet -> packet.putShort(UDP + 4, (short) (8 + 11))),
                change("RTP version 1", packet -> packet.put(RTP, (byte) 0x40)),
                change("RTP version 3", packet -> packet.put(RTP, (byte) 0xC0)),
                change("CSRCs behind the end", packet -> packet.put(RTP, (byte) 0x8F)),
                change("an extension that begins behind the end",
                        packet -> packet.put(RTP, (byte) 0x90).putShort(UDP + 4, (short) (8 + 15))),
                change("an extension that ends behind the end", packet -> packet.put(RTP, (byte) 0x90)),
                change("padding of 0 bytes", packet -> packet.put(RTP, (byte) 0xA0).put(packet.limit() - 1, (byte) 0)),
                change("padding longer than the packet", packet -> packet.put(RTP, (byte) 0xA0).put(packet.limit() - 1, (byte) 255)),
                change("nothing behind the RTP header", packet -> packet.putShort(UDP + 4, (short) (8 + 12))),
                change("half an extended sequence number", packet -> packet.putShort(UDP + 4, (short) (8 + 13))),
                change("no line header", packet -> packet.putShort(UDP + 4, (short) (8 + 14))),
                change("half a line header", packet -> packet.putShort(UDP + 4, (short) (8 + 14 + 5))),
                change("a line one group longer than the packet", packet -> packet.putShort(PAYLOAD + 2, (short) 12)),
                change("a line of 65532 bytes", packet -> packet.putShort(PAYLOAD + 2, (short) 65_532)),
                change("a line of half a group", packet -> packet.putShort(PAYLOAD + 2, (short) 6)),
                change("a line at an odd pixel", packet -> packet.putShort(PAYLOAD + 6, (short) 3)),
                change("the second field", packet -> packet.putShort(PAYLOAD + 4, (short) 0x8001)),
                change("line headers without end", packet -> {
                    for (int at = PAYLOAD + 2; at + 6 <= packet.limit(); at += 6) {
                        packet.putShort(at, (short) 0).putShort(at + 2, (short) 0).putShort(at + 4, (short) 0x8000);
                    }
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformedPackets")
    void whatBreaksARuleIsMalformed(String what, Consumer<ByteBuffer> change) {
        assertInstanceOf(Malformed.class, ReferencePacket.parse(changed(change), WINDOW), what);
    }

    @Test
    void randomlyChangedPacketsNeverThrowAndNeverReachBeyondTheirBytes() {
        long seed = Long.getLong("spine.seed", new Random().nextLong());
        Random random = new Random(seed);
        for (int number = 0; number < 20_000; number++) {
            ByteBuffer packet = new VideoPacket(PORT).csrcs(random.nextInt(3)).extension(random.nextInt(3) - 1)
                    .line(1, 0, new int[8]).line(2, 2, new int[12]).build();
            int changes = random.nextInt(6);
            for (int change = 0; change < changes; change++) {
                packet.put(random.nextInt(packet.limit()), (byte) random.nextInt());
            }
            packet.limit(random.nextInt(10) == 0 ? random.nextInt(packet.limit() + 1) : packet.limit());
            try {
                if (ReferencePacket.parse(packet, WINDOW) instanceof Video video) {
                    int bytes = video.lines().stream().mapToInt(piece -> piece.bytes().remaining()).sum();
                    assertTrue(bytes <= packet.remaining() - PAYLOAD);
                }
            } catch (RuntimeException | Error e) {
                throw new AssertionError("packet " + number + ", run again with -Dspine.seed=" + seed, e);
            }
        }
    }

    private static Arguments change(String what, Consumer<ByteBuffer> change) {
        return Arguments.of(what, change);
    }

    private static ByteBuffer changed(Consumer<ByteBuffer> change) {
        ByteBuffer packet = new VideoPacket(PORT).line(1, 2, 1, 2, 3, 4, 5, 6, 7, 8).build();
        assertInstanceOf(Video.class, ReferencePacket.parse(packet, WINDOW));
        change.accept(packet);
        return packet;
    }
}
