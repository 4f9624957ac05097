package dev.spine.device.display.monitor.vnc;

import dev.spine.device.display.surface.Surface;
import dev.spine.device.display.surface.SurfaceGeometry;
import dev.spine.i2o.message.display.PixelFormat;
import java.lang.foreign.MemorySegment;

/**
 * What one viewer has on its screen, as bytes of the surface's own format: a private copy, taken part by part. Used by the viewer's
 * sending thread.
 *
 * <p>Rectangles begin and end between pixel groups.
 */
final class Shown {
    private final Surface surface;
    private final SurfaceGeometry geometry;
    private final MemorySegment memory;

    /**
     * A screen of zeros.
     *
     * @param surface what the viewer looks at
     */
    Shown(Surface surface) {
        this.surface = surface;
        this.geometry = surface.geometry();
        this.memory = MemorySegment.ofArray(new byte[geometry.bytes()]);
    }

    /** {@return what the viewer looks at} */
    Surface surface() {
        return surface;
    }

    /** {@return the copy} */
    MemorySegment memory() {
        return memory;
    }

    /** {@return the whole screen} */
    Rectangle screen() {
        return new Rectangle(0, 0, geometry.width(), geometry.height());
    }

    /** {@return how pixels lie} */
    PixelFormat format() {
        return geometry.format();
    }

    /** {@return the byte offset of a line} */
    long lineOffset(int y) {
        return geometry.offsetOf(0, y);
    }

    private int lineBytes(Rectangle part) {
        return part.width() * geometry.format().bytesPerPixel();
    }

    /**
     * {@return whether the surface shows something else than the viewer}
     *
     * @param now memory of the surface
     * @param part where
     */
    boolean differs(MemorySegment now, Rectangle part) {
        int bytes = lineBytes(part);
        for (int y = part.y(); y < part.endY(); y++) {
            long at = geometry.offsetOf(part.x(), y);
            if (MemorySegment.mismatch(now, at, at + bytes, memory, at, at + bytes) >= 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * {@return whether a run of the surface is what the viewer shows elsewhere}
     *
     * @param now memory of the surface
     * @param x first column on the surface
     * @param y line on the surface
     * @param fromX first column at the viewer
     * @param fromY line at the viewer
     * @param width columns
     */
    boolean isAt(MemorySegment now, int x, int y, int fromX, int fromY, int width) {
        int bytes = width * geometry.format().bytesPerPixel();
        long at = geometry.offsetOf(x, y);
        long from = geometry.offsetOf(fromX, fromY);
        return MemorySegment.mismatch(now, at, at + bytes, memory, from, from + bytes) < 0;
    }

    /**
     * Copies a part of the surface.
     *
     * @param now memory of the surface
     * @param part which
     */
    void take(MemorySegment now, Rectangle part) {
        int bytes = lineBytes(part);
        for (int y = part.y(); y < part.endY(); y++) {
            long at = geometry.offsetOf(part.x(), y);
            MemorySegment.copy(now, at, memory, at, bytes);
        }
    }

    /**
     * Copies a part of the viewer's screen to another place of it, as the viewer itself does; both may overlap.
     *
     * @param move what goes where
     */
    void move(Move move) {
        Rectangle to = move.to();
        int bytes = lineBytes(to);
        boolean isDownwards = to.y() > move.fromY();
        for (int i = 0; i < to.height(); i++) {
            int line = isDownwards ? to.height() - 1 - i : i;
            MemorySegment.copy(memory, geometry.offsetOf(move.fromX(), move.fromY() + line), memory,
                geometry.offsetOf(to.x(), to.y() + line), bytes);
        }
    }
}
