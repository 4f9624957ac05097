package dev.spine.perf.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureOddity;
import dev.spine.system.capture.BundledCapture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BundledCaptureTest {
    @ParameterizedTest
    @EnumSource
    @Tag("SS-42")
    void theReferencePaintsTheFrameThatGStreamerSent(BundledCapture bundled) throws IOException {
        ReferenceRenderer renderer = new ReferenceRenderer(packedSurfaceOf(bundled));
        Capture capture = bundled.read();

        renderer.paint(capture, List.of(windowOf(bundled)));

        assertEquals(bundled.lastFrame(), renderer.pixels());
        assertEquals(capture.packetCount(), renderer.paintedPackets());
        assertEquals(0, renderer.malformedPackets());
        assertEquals(0, renderer.otherPackets());
    }

    @ParameterizedTest
    @EnumSource
    void everyFrameIsWholeAndItsPacketsFollowEachOther(BundledCapture bundled) throws IOException {
        Capture capture = bundled.read();
        ReferenceWindow window = windowOf(bundled);
        ReferencePacket.Video before = null;

        assertEquals(bundled.frames() * bundled.packetsPerFrame(), capture.packetCount());
        assertFalse(capture.isCut());
        assertEquals(0, capture.count(CaptureOddity.SHORTENED));
        for (int index = 0; index < capture.packetCount(); index++) {
            ReferencePacket.Video video =
                    assertInstanceOf(ReferencePacket.Video.class, ReferencePacket.parse(capture.packet(index).asByteBuffer(), window));
            boolean last = (index + 1) % bundled.packetsPerFrame() == 0;
            assertEquals(last, video.marker(), "packet " + index);
            if (before != null) {
                // GStreamer does not count the extended part, so only RTP's own 16 bits can be compared.
                assertEquals((before.sequence() + 1) & 0xFFFF, video.sequence(), "packet " + index);
                assertTrue(capture.timestampNs(index) >= capture.timestampNs(index - 1), "packet " + index);
                assertEquals(before.marker(), video.timestamp() != before.timestamp(), "packet " + index);
            }
            before = video;
        }
    }

    @ParameterizedTest
    @EnumSource
    void checksumsAreThoseOfAPacketThatTheKernelFinished(BundledCapture bundled) throws IOException {
        Capture capture = bundled.read();
        for (int index = 0; index < capture.packetCount(); index++) {
            ByteBuffer ip = capture.packet(index).asByteBuffer().slice(14, capture.packetBytes(index) - 14);
            assertEquals(0xFFFF, onesComplementSum(ip.slice(0, 20), 0), "packet " + index);
            ByteBuffer udp = ip.slice(20, ip.remaining() - 20);
            int pseudoHeader = onesComplementSum(ip.slice(12, 8), 17 + udp.remaining());
            assertEquals(0xFFFF, onesComplementSum(udp, pseudoHeader), "packet " + index);
        }
    }

    private static int onesComplementSum(ByteBuffer bytes, int start) {
        int sum = start;
        for (int offset = 0; offset < bytes.remaining(); offset++) {
            int value = Byte.toUnsignedInt(bytes.get(offset));
            sum += offset % 2 == 0 ? value << 8 : value;
        }
        while (sum > 0xFFFF) {
            sum = (sum & 0xFFFF) + (sum >>> 16);
        }
        return sum;
    }

    private static ReferenceSurface packedSurfaceOf(BundledCapture bundled) {
        return ReferenceSurface.packed(bundled.width(), bundled.height(), ReferenceFormat.valueOf(bundled.stream().name()));
    }

    private static ReferenceWindow windowOf(BundledCapture bundled) {
        return new ReferenceWindow(bundled.udpPort(), ReferenceFormat.valueOf(bundled.stream().name()), 0, 0, bundled.width(),
            bundled.height());
    }
}
