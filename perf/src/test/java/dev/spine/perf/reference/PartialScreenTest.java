package dev.spine.perf.reference;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureException;
import dev.spine.perf.capture.BundledCapture;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A screen behind losses is right when each of its pixels is what some packet paints there, and nothing else. */
class PartialScreenTest {
    private static final ReferenceSurface SURFACE = ReferenceSurface.packed(640, 480, ReferenceFormat.UYVY);
    /** A byte of luminance within the window, and one outside of it. */
    private static final int INSIDE = 200 * 1280 + 400 * 2 + 1;
    private static final int OUTSIDE = 1;

    private Capture capture;
    private List<ReferenceWindow> windows;

    @BeforeEach
    void open() throws CaptureException {
        capture = BundledCapture.BARS.read();
        windows = List.of(new ReferenceWindow(BundledCapture.BARS.udpPort(), ReferenceFormat.UYVY, 160, 120, 320, 240));
    }

    /** Every third packet is lost. */
    private ByteBuffer screen() {
        ReferenceRenderer renderer = new ReferenceRenderer(SURFACE);
        for (int packet = 0; packet < capture.packetCount(); packet++) {
            if (packet % 3 != 0) {
                renderer.paint(capture, packet, 1, windows);
            }
        }
        return ByteBuffer.allocate(SURFACE.bytes()).put(renderer.pixels()).flip();
    }

    private boolean canBe(ByteBuffer screen) {
        return new PartialScreen(SURFACE, capture, windows).canBe(screen);
    }

    @Test
    void whatSomePacketsLeaveIsRight() {
        assertTrue(canBe(screen()));
        assertTrue(canBe(ByteBuffer.allocate(SURFACE.bytes())), "nothing came");
    }

    @Test
    void onePixelThatNoPacketPaintsIsNot() {
        for (int place : new int[] {INSIDE, OUTSIDE}) {
            ByteBuffer screen = screen();
            // Beyond what any bar has: luminance ends at 235.
            screen.put(place, (byte) 0xFE);
            assertFalse(canBe(screen), () -> "byte " + place);
        }
    }

    @Test
    void aScreenOfAnotherSizeIsNot() {
        assertFalse(canBe(ByteBuffer.allocate(SURFACE.bytes() - 2)));
    }
}
