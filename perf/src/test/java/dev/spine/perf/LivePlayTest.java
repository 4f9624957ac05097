package dev.spine.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.capture.Capture;
import dev.spine.perf.capture.BundledCapture;
import java.lang.foreign.ValueLayout;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
        Picture.assertShows(sent, BundledCapture.BARS.stream(), 320, 240, png);
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
