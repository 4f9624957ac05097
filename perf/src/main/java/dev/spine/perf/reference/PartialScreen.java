package dev.spine.perf.reference;

import dev.spine.device.wire.capture.Capture;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What can be on a screen when some packets of a repeated capture were lost and nobody knows which: each pixel is as it was before the
 * first packet, or as some packet of the capture paints it. Slow, not for a measured interval; one thread at a time.
 */
public final class PartialScreen {
    private final ReferenceSurface surface;
    private final Capture capture;
    private final List<ReferenceWindow> windows;

    /**
     * What some packets can leave.
     *
     * @param surface geometry of the screen, whose bytes were 0
     * @param capture what was offered, round and round
     * @param windows where each stream is shown; they stay
     */
    public PartialScreen(ReferenceSurface surface, Capture capture, List<ReferenceWindow> windows) {
        this.surface = surface;
        this.capture = capture;
        this.windows = List.copyOf(windows);
    }

    /**
     * {@return whether these pixels can be there}
     *
     * @param screen the bytes of the screen, line 0 first
     */
    public boolean canBe(ByteBuffer screen) {
        if (screen.remaining() != surface.bytes()) {
            return false;
        }
        ReferenceRenderer painted = new ReferenceRenderer(surface);
        ByteBuffer pixels = painted.pixels();
        int pixelBytes = surface.format().bytesPerPixel();
        int[] unexplained = new int[surface.bytes() / pixelBytes];
        int count = 0;
        for (int at = 0; at + pixelBytes <= surface.bytes(); at += pixelBytes) {
            unexplained[count++] = at;
        }
        count = keepDifferent(unexplained, count, pixels, screen, pixelBytes);
        // A packet's pixels are there just after it, whatever comes later.
        for (int packet = 0; packet < capture.packetCount() && count > 0; packet++) {
            painted.paint(capture, packet, 1, windows);
            count = keepDifferent(unexplained, count, pixels, screen, pixelBytes);
        }
        return count == 0;
    }

    /** Returns how many of the places, now the first ones, differ. */
    private static int keepDifferent(int[] places, int count, ByteBuffer one, ByteBuffer other, int bytes) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int at = places[i];
            boolean same = true;
            for (int b = 0; b < bytes && same; b++) {
                same = one.get(at + b) == other.get(other.position() + at + b);
            }
            if (!same) {
                places[kept++] = at;
            }
        }
        return kept;
    }
}
