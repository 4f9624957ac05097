package dev.spine.iop.packet.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.message.display.PixelFormat;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class VideoDatagramTest {
    /** Two lines, the first of 4 bytes at line 7 from pixel 2 on, the second of 8 bytes at line 8; then 2 bytes of padding. */
    private static final String FRAME = "0253504e00fe0253504e00010800" + "450000440000000040110000" + "0a0000010a000002"
        + "0fa0138c00300000" + "a0600001" + "0000000900000001" + "0000" + "000400078002" + "000800080000"
        + "0102030411121314151617180002";
    private static final int HEADER = 54;

    /** The bit that says that another line follows, or of which field it is, or the 15 bits below it. */
    private static final Pattern LINE_BITS = Pattern.compile(
        "& ~?\\(?(0x7FFF|0x8000|CONTINUATION)\\b|>>>? 15 [!=]=|>=? ?(0x7FFF|0x8000|CONTINUATION)\\b");

    private final VideoDatagram view = new VideoDatagram();

    private boolean isVideo(byte[] frame, int length) {
        return view.isUdp(MemorySegment.ofArray(frame), 0, length) && view.parse(PixelFormat.UYVY);
    }

    @Test
    void linesAreFoundWhereTheStandardPutsThem() {
        byte[] frame = HexFormat.of().parseHex("ffff" + FRAME + "ffff");
        assertTrue(view.isUdp(MemorySegment.ofArray(frame), 2, frame.length - 2));
        assertEquals(5004, view.port());
        assertTrue(view.parse(PixelFormat.UYVY));
        assertEquals(2 + HEADER, view.lines().header());
        assertEquals(14, view.lines().headerBytes());
        assertEquals(2 + HEADER + 14, view.pixels());
        assertEquals(12, view.pixelBytes());
        assertEquals(2, view.lines().count());
        assertEquals("7 2 4", view.lines().line(0) + " " + view.lines().column(0) + " " + view.lines().bytes(0));
        assertEquals("8 0 8", view.lines().line(1) + " " + view.lines().column(1) + " " + view.lines().bytes(1));
    }

    @Test
    void whatIsCutOrMalformedIsNoVideo() {
        byte[] good = HexFormat.of().parseHex(FRAME);
        assertTrue(isVideo(good, good.length));
        for (int length = 0; length < good.length; length++) {
            assertFalse(isVideo(good, length), length + " bytes");
        }
        // The byte at the first number becomes the second.
        int[][] changes = {{13, 6}, {14, 0x65}, {14, 0x44}, {20, 0x20}, {23, 6}, {17, 0x45}, {39, 0x31}, {42, 0x60}, {43, 0xC8},
            {good.length - 1, 0}, {good.length - 1, 3}, {HEADER + 4, 0x80}, {HEADER + 3, 6}, {HEADER + 7, 1}, {HEADER + 12, 0x80}};
        for (int[] change : changes) {
            byte[] bad = good.clone();
            bad[change[0]] = (byte) change[1];
            assertFalse(isVideo(bad, bad.length), Arrays.toString(change));
        }
    }

    @Test
    void aHeaderMayLieApartFromItsPixels() {
        MemorySegment header = MemorySegment.ofArray(HexFormat.of().parseHex("ffff" + "0000" + "000400078002" + "000800080000"));
        VideoLines lines = new VideoLines();
        assertTrue(lines.tryWrap(header, 2, 16, 16 + 12, PixelFormat.UYVY));
        assertEquals("2 14 8 8", lines.count() + " " + lines.headerBytes() + " " + lines.line(1) + " " + lines.bytes(1));
        assertEquals(14, VideoLines.headerBytes(2));
        assertFalse(lines.tryWrap(header, 2, 16, 16 + 11, PixelFormat.UYVY), "too few pixels");
        assertEquals(0, lines.count());
        assertFalse(lines.tryWrap(header, 2, 15, 16 + 12, PixelFormat.UYVY), "too short a header");
    }

    /**
     * One reader of RFC 4175 in the main code of all modules. Beside it there are that of the extension, which reads buffers and tells what
     * is wrong with a line, and that of the reference, which all others are compared with.
     */
    @Test
    void noOtherMainCodeReadsLinesOfVideo() throws IOException {
        assertEquals(Set.of("iop-os/src/main/java/dev/spine/iop/packet/wire/VideoLines.java",
            "spine-extensions/video/src/main/java/dev/spine/extension/video/VideoPacket.java",
            "spine-extensions/video/src/main/java/dev/spine/extension/video/VideoCounters.java",
            "perf/src/main/java/dev/spine/perf/reference/ReferencePacket.java"), MainCode.with(LINE_BITS));
    }
}
