package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.capture.Capture;
import dev.spine.perf.reference.ReferenceFormat;
import dev.spine.system.capture.BundledCapture;
import java.lang.foreign.ValueLayout;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code spine play --udp} with a sender in this process, which shows the last frame of the bundled colour bars again and again. */
@Timeout(120)
class LivePlayTest {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final int HEADERS = 14 + 20 + 8;
    private static final int SEQUENCE = 2;
    private static final int TIME_STAMP = 4;

    @TempDir
    private Path scratch;

    private static byte[][] payloadsOfTheLastFrame() throws Exception {
        BundledCapture bars = BundledCapture.BARS;
        Capture capture = bars.read();
        int first = capture.packetCount() - bars.packetsPerFrame();
        return IntStream.range(first, capture.packetCount()).mapToObj(i -> {
            byte[] packet = capture.packet(i).toArray(ValueLayout.JAVA_BYTE);
            return Arrays.copyOfRange(packet, HEADERS, packet.length);
        }).toArray(byte[][]::new);
    }

    // A hint is all that is wanted: the result does not depend on it.
    @SuppressWarnings("ThreadPriorityCheck")
    @Test
    void aLiveStreamEndsOnTheScreenAfterTheWantedFrames() throws Exception {
        Path raw = scratch.resolve("screen.raw");
        Path png = scratch.resolve("screen.png");
        LivePlay play = LivePlay.start("--frames", 40, "--raw", raw, "--png", png, "--seconds", 60);
        InetSocketAddress to = new InetSocketAddress(LOOPBACK, play.port());
        byte[][] payloads = payloadsOfTheLastFrame();
        try (DatagramSocket sender = new DatagramSocket()) {
            short sequence = 0;
            for (int frame = 0; !play.hasEnded(); frame++) {
                for (byte[] payload : payloads) {
                    ByteBuffer.wrap(payload).putShort(SEQUENCE, sequence++).putInt(TIME_STAMP, frame * 3000);
                    sender.send(new DatagramPacket(payload, payload.length, to));
                    if (sequence % 16 == 0) {
                        // Other threads of a small machine must get a turn, or the socket's buffer is all that receives.
                        Thread.yield();
                    }
                }
            }
        }
        CommandRun run = play.result();

        assertEquals(0, run.code(), run::toString);
        assertEquals("", run.err());
        assertTrue(run.out().contains("40 frames, "), run::out);
        ByteBuffer sent = BundledCapture.BARS.lastFrame();
        assertEquals(sent, ByteBuffer.wrap(Files.readAllBytes(raw)));
        Picture.assertShows(sent, ReferenceFormat.valueOf(BundledCapture.BARS.stream().name()), 320, 240, png);
    }

    @Test
    void everyDatagramIsInTheCounterOfItsKind() throws Exception {
        Path raw = scratch.resolve("screen.raw");
        Path json = scratch.resolve("counts.json");
        LivePlay play = LivePlay.start("--frames", 1, "--raw", raw, "--json", json, "--seconds", 60);
        InetSocketAddress to = new InetSocketAddress(LOOPBACK, play.port());
        byte[][] payloads = payloadsOfTheLastFrame();
        byte[] interlaced = payloads[0].clone();
        interlaced[16] |= (byte) 0x80;
        byte[] report = new byte[28];
        ByteBuffer.wrap(report).putShort(0, (short) 0x80C8);
        byte[] text = "no video".getBytes(StandardCharsets.US_ASCII);
        List<byte[]> sent = new ArrayList<>(List.of(payloads[0], new byte[9_000], interlaced, text, report));
        sent.addAll(Arrays.asList(payloads).subList(1, payloads.length));
        short sequence = 0;
        try (DatagramSocket sender = new DatagramSocket()) {
            for (byte[] payload : sent) {
                if (payload.length > 1_000 && payload.length < 9_000 || payload == sent.getLast()) {
                    ByteBuffer.wrap(payload).putShort(SEQUENCE, sequence++);
                }
                sender.send(new DatagramPacket(payload, payload.length, to));
            }
        }
        CommandRun run = play.result().succeeded();

        var counts = JsonRecords.object(Files.readString(json));
        Map<String, Integer> expected = Map.of("packetsIn", sent.size(), "drawn", payloads.length, "jumbo", 1, "interlaced", 1, "noRtp", 1,
            "rtcp", 1, "lost", 0, "malformed", 0, "dropped", 0, "pending", 0);
        expected.forEach((name, count) -> assertEquals((double) count, counts.get(name), () -> name + " in " + counts));
        assertTrue(run.out().contains("1 packet larger than an Ethernet packet: send smaller ones: rtpvrawpay mtu=1400\n"), run::out);
        assertEquals(BundledCapture.BARS.lastFrame(), ByteBuffer.wrap(Files.readAllBytes(raw)));
    }

    @Test
    void aStreamThatNeverComesEndsAfterItsTimeWithCodeOne() throws Exception {
        Path raw = scratch.resolve("screen.raw");
        CommandRun run = LivePlay.start("--seconds", "0.05", "--raw", raw).result();

        assertEquals(1, run.code(), run::toString);
        assertTrue(run.out().contains("0 frames, 0 packets: 0 drawn, 0 lost, 0 malformed"), run::out);
        assertEquals(320 * 240 * 2, Files.size(raw));
    }
}
