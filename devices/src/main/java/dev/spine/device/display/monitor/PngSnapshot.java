package dev.spine.device.display.monitor;

import dev.spine.device.display.surface.Surface;
import dev.spine.device.display.surface.SurfaceGeometry;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Writes a surface as a PNG picture of 8-bit red, green and blue, converted by the rules of
 * {@link dev.spine.device.display.surface.SurfaceConverter}.
 *
 * <p>The same surface gives the same bytes on the same JDK. To be used while the engine stands still, or to see roughly what is there.
 * Any thread. Source: ISO/IEC 15948 (PNG), colour type 2, filter type 1 (each byte less the one of the pixel to its left).
 */
public final class PngSnapshot {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final byte BITS_PER_SAMPLE = 8;
    private static final byte COLOUR_TYPE_RGB = 2;
    private static final byte FILTER_SUB = 1;

    private PngSnapshot() {
    }

    /**
     * Writes a picture to a stream, which stays open.
     *
     * @param surface what to show
     * @param out where to
     * @throws IOException the stream failed
     */
    public static void write(Surface surface, OutputStream out) throws IOException {
        SurfaceGeometry geometry = surface.geometry();
        out.write(SIGNATURE);
        ByteBuffer header = ByteBuffer.allocate(13).putInt(geometry.width()).putInt(geometry.height())
            .put(BITS_PER_SAMPLE).put(COLOUR_TYPE_RGB);
        chunk(out, "IHDR", header.array(), 13);
        data(out, surface);
        chunk(out, "IEND", new byte[0], 0);
    }

    private static void data(OutputStream out, Surface surface) throws IOException {
        SurfaceGeometry geometry = surface.geometry();
        byte[] line = new byte[1 + geometry.width() * 3];
        byte[] packed = new byte[32 * 1024];
        Deflater deflater = new Deflater();
        try {
            for (int y = 0; y < geometry.height(); y++) {
                filter(surface, y, line);
                deflater.setInput(line);
                drain(out, deflater, packed);
            }
            deflater.finish();
            while (!deflater.finished()) {
                drain(out, deflater, packed);
            }
        } finally {
            deflater.end();
        }
    }

    private static void drain(OutputStream out, Deflater deflater, byte[] packed) throws IOException {
        for (int bytes = deflater.deflate(packed); bytes > 0; bytes = deflater.deflate(packed)) {
            chunk(out, "IDAT", packed, bytes);
        }
    }

    private static void filter(Surface surface, int y, byte[] line) {
        line[0] = FILTER_SUB;
        int left = 0;
        int width = surface.geometry().width();
        for (int x = 0; x < width; x++) {
            int rgb = surface.rgbAt(x, y);
            line[1 + x * 3] = (byte) ((rgb >> 16) - (left >> 16));
            line[2 + x * 3] = (byte) ((rgb >> 8) - (left >> 8));
            line[3 + x * 3] = (byte) (rgb - left);
            left = rgb;
        }
    }

    private static void chunk(OutputStream out, String type, byte[] data, int bytes) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate(bytes + 12);
        chunk.putInt(bytes).put(type.getBytes(StandardCharsets.US_ASCII)).put(data, 0, bytes);
        CRC32 checksum = new CRC32();
        checksum.update(chunk.array(), 4, bytes + 4);
        chunk.putInt((int) checksum.getValue());
        out.write(chunk.array());
    }
}
