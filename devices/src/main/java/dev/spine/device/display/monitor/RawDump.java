package dev.spine.device.display.monitor;

import dev.spine.device.display.surface.Surface;
import dev.spine.device.display.surface.SurfaceGeometry;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Writes the pixels of a surface as they lie in memory, line after line without the gaps between them: the layout of a raw video frame.
 *
 * <p>To be used while the engine stands still. Any thread.
 */
public final class RawDump {
    private RawDump() {
    }

    /**
     * Writes the pixels to a stream, which stays open.
     *
     * @param surface what to write
     * @param out where to
     * @throws IOException the stream failed
     */
    public static void write(Surface surface, OutputStream out) throws IOException {
        SurfaceGeometry geometry = surface.geometry();
        byte[] line = new byte[geometry.lineBytes()];
        for (int y = 0; y < geometry.height(); y++) {
            MemorySegment.copy(surface.memory(), ValueLayout.JAVA_BYTE, geometry.offsetOf(0, y), line, 0, line.length);
            out.write(line);
        }
    }
}
