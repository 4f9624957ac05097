package dev.spine.perf.reference;

import static dev.spine.perf.reference.ReferenceFormat.RGB565;
import static dev.spine.perf.reference.ReferenceFormat.RGB888;
import static dev.spine.perf.reference.ReferenceFormat.UYVY;
import static dev.spine.perf.reference.ReferenceFormat.XRGB8888;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureBuilder;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReferenceRendererTest {
    private static final int PORT = 5004;

    @Test
    void equalFormatsAreCopiedByteForByte() {
        assertArrayEquals(
                bytes(1, 2, 3, 4, 5, 6, 7, 8),
                paintOneLine(UYVY, UYVY, 4, 1, 2, 3, 4, 5, 6, 7, 8));
        assertArrayEquals(
                bytes(1, 2, 3, 4, 5, 6),
                paintOneLine(RGB888, RGB888, 2, 1, 2, 3, 4, 5, 6));
    }

    @Test
    void fourTwoTwoIsConvertedToEveryLayout() {
        int[] redThenBlackWithItsChroma = {90, 81, 240, 16};
        // (16, 90, 240) is c = 0, d = -38, e = 112: red 179, green clipped, blue clipped
        assertArrayEquals(bytes(255, 0, 0, 179, 0, 0), paintOneLine(UYVY, RGB888, 2, redThenBlackWithItsChroma));
        assertArrayEquals(bytes(0, 0, 255, 255, 0, 0, 179, 255), paintOneLine(UYVY, XRGB8888, 2, redThenBlackWithItsChroma));
        assertArrayEquals(bytes(0x00, 0xF8, 0x00, 0xB0), paintOneLine(UYVY, RGB565, 2, redThenBlackWithItsChroma));
    }

    @Test
    void rgbIsConvertedToEveryLayout() {
        int[] pixels = {0x12, 0x34, 0x56, 0xFF, 0xFE, 0xFD};
        assertArrayEquals(bytes(0x56, 0x34, 0x12, 0xFF, 0xFD, 0xFE, 0xFF, 0xFF), paintOneLine(RGB888, XRGB8888, 2, pixels));
        assertArrayEquals(bytes(0xAA, 0x11, 0xFF, 0xFF), paintOneLine(RGB888, RGB565, 2, pixels));
        // the left pixel owns the colour difference: white, then blue, gives white's
        assertArrayEquals(bytes(128, 235, 128, 41), paintOneLine(RGB888, UYVY, 2, 255, 255, 255, 0, 0, 255));
    }

    @Test
    void aPixelPairThatArrivesInTwoPiecesInEitherOrderGivesTheSameBytes() {
        for (int first = 0; first < 2; first++) {
            ReferenceRenderer renderer = new ReferenceRenderer(ReferenceSurface.packed(2, 1, UYVY));
            ReferenceWindow window = new ReferenceWindow(PORT, RGB888, 0, 0, 2, 1);
            ByteBuffer left = new VideoPacket(PORT).line(0, 0, 255, 0, 0).build();
            ByteBuffer right = new VideoPacket(PORT).line(0, 1, 0, 0, 255).build();
            renderer.paint(first == 0 ? left : right, window);
            renderer.paint(first == 0 ? right : left, window);

            assertArrayEquals(bytes(90, 82, 240, 41), pixelsOf(renderer));
        }
    }

    @Test
    void linesAndPixelsOutsideTheWindowAreClipped() {
        ReferenceRenderer renderer = new ReferenceRenderer(ReferenceSurface.packed(4, 3, RGB888));
        ReferenceWindow window = new ReferenceWindow(PORT, RGB888, 1, 1, 2, 1);

        renderer.paint(
                new VideoPacket(PORT)
                        .line(0, 1, 4, 5, 6, 7, 8, 9)       // pixels 1 and 2: only 1 is in the window
                        .line(1, 0, 9, 9, 9)                // line 1: below the window
                        .line(0, 0, 1, 2, 3)
                        .line(32_767, 32_767, 9, 9, 9)
                        .build(),
                window);

        byte[] expected = new byte[4 * 3 * 3];
        System.arraycopy(bytes(1, 2, 3, 4, 5, 6), 0, expected, (4 + 1) * 3, 6);
        assertArrayEquals(expected, pixelsOf(renderer));
        assertEquals(1, renderer.paintedPackets());
    }

    @Test
    void aWindowPartlyOutsideTheSurfaceIsClippedAtEachEdge() {
        // a picture of 2 x 2 pixels on a surface of 2 x 2, moved by one pixel in each direction
        VideoPacket packet = new VideoPacket(PORT)
                .line(0, 0, 1, 2, 3, 4, 5, 6)
                .line(1, 0, 7, 8, 9, 10, 11, 12);
        assertArrayEquals(bytes(10, 11, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0), paintAt(-1, -1, packet));
        assertArrayEquals(bytes(0, 0, 0, 7, 8, 9, 0, 0, 0, 0, 0, 0), paintAt(1, -1, packet));
        assertArrayEquals(bytes(0, 0, 0, 0, 0, 0, 4, 5, 6, 0, 0, 0), paintAt(-1, 1, packet));
        assertArrayEquals(bytes(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3), paintAt(1, 1, packet));
        assertArrayEquals(new byte[12], paintAt(2, 0, packet));
        assertArrayEquals(new byte[12], paintAt(Integer.MAX_VALUE, Integer.MIN_VALUE, packet));
    }

    @Test
    void aFourTwoTwoWindowAtAnOddPlaceKeepsEachPixelsBrightness() {
        ReferenceRenderer renderer = new ReferenceRenderer(ReferenceSurface.packed(4, 1, UYVY));
        renderer.paint(
                new VideoPacket(PORT).line(0, 0, 10, 11, 12, 13, 20, 21, 22, 23).build(),
                new ReferenceWindow(PORT, UYVY, 1, 0, 3, 1));

        // stream pixels 0, 1, 2 land on 1, 2, 3; only the one on 2 owns a pair's colour difference
        assertArrayEquals(bytes(0x80, 0x10, 0x80, 11, 10, 13, 12, 21), pixelsOf(renderer));
    }

    @Test
    void bytesBetweenTheLinesOfASurfaceAreNotTouched() {
        ReferenceRenderer renderer = new ReferenceRenderer(new ReferenceSurface(1, 2, RGB888, 5));
        renderer.paint(
                new VideoPacket(PORT).line(0, 0, 1, 2, 3).line(1, 0, 4, 5, 6).build(),
                new ReferenceWindow(PORT, RGB888, 0, 0, 1, 2));

        assertArrayEquals(bytes(1, 2, 3, 0, 0, 4, 5, 6, 0, 0), pixelsOf(renderer));
    }

    @Test
    void aMalformedPacketPaintsNothingNotEvenItsGoodLines() {
        ReferenceRenderer renderer = new ReferenceRenderer(ReferenceSurface.packed(4, 2, UYVY));
        ReferenceWindow window = new ReferenceWindow(PORT, UYVY, 0, 0, 4, 2);
        renderer.paint(new VideoPacket(PORT).line(0, 0, 1, 2, 3, 4).line(1, 1, 5, 6, 7, 8).build(), window);

        assertArrayEquals(pixelsOf(new ReferenceRenderer(ReferenceSurface.packed(4, 2, UYVY))), pixelsOf(renderer));
        assertEquals(1, renderer.malformedPackets());
        assertEquals(0, renderer.paintedPackets());
    }

    @Test
    void packetsPaintInOrderOfArrivalIntoEachWindowOfTheirStream() {
        Capture capture = new CaptureBuilder("two streams")
                .add(new VideoPacket(PORT).sequence(9).line(0, 0, 1, 1, 1).build().array(), 0)
                .add(new VideoPacket(PORT + 2).line(0, 0, 5, 5, 5).build().array(), 1)
                .add(new VideoPacket(PORT).sequence(8).line(0, 0, 2, 2, 2).build().array(), 2)
                .build();
        List<ReferenceWindow> windows = List.of(
                new ReferenceWindow(PORT, RGB888, 0, 0, 1, 1),
                new ReferenceWindow(PORT + 2, RGB888, 1, 0, 1, 1),
                new ReferenceWindow(PORT, RGB888, 2, 0, 1, 1));
        ReferenceRenderer renderer = new ReferenceRenderer(ReferenceSurface.packed(4, 1, RGB888));
        renderer.paint(capture, windows);

        assertArrayEquals(bytes(2, 2, 2, 5, 5, 5, 2, 2, 2, 0, 0, 0), pixelsOf(renderer));
        assertEquals(5, renderer.paintedPackets());
        assertEquals(4, renderer.otherPackets());
    }

    @Test
    void aRepeatedCaptureLeavesWhatItsLastPartialRoundPainted() {
        CaptureBuilder builder = new CaptureBuilder("three pictures of one pixel");
        for (int value = 1; value <= 3; value++) {
            builder.add(new VideoPacket(PORT).line(0, 0, value, value, value).build().array(), value);
        }
        Capture capture = builder.build();
        List<ReferenceWindow> windows = List.of(new ReferenceWindow(PORT, RGB888, 0, 0, 1, 1));
        for (int packets = 0; packets < 9; packets++) {
            ReferenceRenderer renderer = new ReferenceRenderer(ReferenceSurface.packed(1, 1, RGB888));
            renderer.paintRepeated(capture, packets, windows);

            int last = packets == 0 ? 0 : (packets - 1) % 3 + 1;
            assertArrayEquals(bytes(last, last, last), pixelsOf(renderer));
        }
        ReferenceRenderer renderer = new ReferenceRenderer(ReferenceSurface.packed(1, 1, RGB888));
        assertThrows(IllegalArgumentException.class, () -> renderer.paintRepeated(capture, -1, windows));
        Capture empty = new CaptureBuilder("empty").build();
        assertThrows(IllegalArgumentException.class, () -> renderer.paintRepeated(empty, 1, windows));
    }

    @Test
    void theSurfaceIsShownReadOnly() {
        ReferenceRenderer renderer = new ReferenceRenderer(ReferenceSurface.packed(1, 1, RGB888));

        assertTrue(renderer.pixels().isReadOnly());
        assertThrows(ReadOnlyBufferException.class, () -> renderer.pixels().put(0, (byte) 1));
    }

    @Test
    void impossibleGeometriesAreMisuse() {
        assertThrows(IllegalArgumentException.class, () -> ReferenceSurface.packed(0, 1, RGB888));
        assertThrows(IllegalArgumentException.class, () -> ReferenceSurface.packed(1, 0, RGB888));
        assertThrows(IllegalArgumentException.class, () -> ReferenceSurface.packed(3, 1, UYVY));
        assertThrows(IllegalArgumentException.class, () -> new ReferenceSurface(4, 1, RGB565, 7));
        assertThrows(IllegalArgumentException.class, () -> new ReferenceSurface(32_768, 32_768, XRGB8888, 131_072));
        assertThrows(IllegalArgumentException.class, () -> new ReferenceWindow(0, UYVY, 0, 0, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new ReferenceWindow(65_536, UYVY, 0, 0, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new ReferenceWindow(1, RGB565, 0, 0, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new ReferenceWindow(1, UYVY, 0, 0, -1, 1));
    }

    private static byte[] paintOneLine(ReferenceFormat stream, ReferenceFormat surface, int width, int... line) {
        ReferenceRenderer renderer = new ReferenceRenderer(ReferenceSurface.packed(width, 1, surface));
        renderer.paint(new VideoPacket(PORT).line(0, 0, line).build(), new ReferenceWindow(PORT, stream, 0, 0, width, 1));
        return pixelsOf(renderer);
    }

    private static byte[] paintAt(int x, int y, VideoPacket packet) {
        ReferenceRenderer renderer = new ReferenceRenderer(ReferenceSurface.packed(2, 2, RGB888));
        renderer.paint(packet.build(), new ReferenceWindow(PORT, RGB888, x, y, 2, 2));
        return pixelsOf(renderer);
    }

    private static byte[] pixelsOf(ReferenceRenderer renderer) {
        byte[] copy = new byte[renderer.pixels().remaining()];
        renderer.pixels().get(copy);
        return copy;
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int index = 0; index < values.length; index++) {
            bytes[index] = (byte) values[index];
        }
        return bytes;
    }
}
