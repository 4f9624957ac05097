package dev.spine.perf.reference;

import dev.spine.device.wire.capture.Capture;
import dev.spine.perf.reference.ReferenceColour.Rgb;
import dev.spine.perf.reference.ReferenceColour.YCbCr;
import dev.spine.perf.reference.ReferencePacket.LinePiece;
import dev.spine.perf.reference.ReferencePacket.Malformed;
import dev.spine.perf.reference.ReferencePacket.Other;
import dev.spine.perf.reference.ReferencePacket.Video;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Paints packets into a surface of its own, by the rules of the package's manual. One thread at a time; slow and allocating,
 * not for a measured interval.
 */
public final class ReferenceRenderer {
    private final ReferenceSurface surface;
    private final ByteBuffer pixels;
    private long paintedPackets;
    private long otherPackets;
    private long malformedPackets;

    /** A renderer with a black surface. */
    public ReferenceRenderer(ReferenceSurface surface) {
        this.surface = surface;
        this.pixels = ByteBuffer.allocate(surface.bytes());
        if (surface.format() == ReferenceFormat.UYVY) {
            for (int y = 0; y < surface.height(); y++) {
                for (int x = 0; x < surface.width(); x++) {
                    put(x, y, new YCbCr(16, 128, 128));
                }
            }
        }
    }

    /** Paints all packets of a capture, in order, each into every window whose stream it is of. */
    public void paint(Capture capture, List<ReferenceWindow> windows) {
        paint(capture, 0, capture.packetCount(), windows);
    }

    /**
     * Paints {@code packetCount} packets of a capture from number {@code firstPacket} on: between two calls the windows may
     * move.
     *
     * @throws IndexOutOfBoundsException if the capture has not that many
     */
    public void paint(Capture capture, int firstPacket, int packetCount, List<ReferenceWindow> windows) {
        for (int index = firstPacket; index < firstPacket + packetCount; index++) {
            ByteBuffer packet = capture.packet(index).asByteBuffer();
            for (ReferenceWindow window : windows) {
                paint(packet, window);
            }
        }
    }

    /**
     * Paints what is there after {@code packetCount} packets of a capture that is repeated without end. As the windows stay,
     * a full round leaves the same surface as any number of them; no more than one is painted before the last, partial one.
     *
     * @throws IllegalArgumentException if {@code packetCount} is negative, or the capture has no packets to repeat
     */
    public void paintRepeated(Capture capture, long packetCount, List<ReferenceWindow> windows) {
        if (packetCount < 0 || capture.packetCount() == 0) {
            throw new IllegalArgumentException(
                    "cannot repeat a capture of " + capture.packetCount() + " packets up to " + packetCount + " packets");
        }
        if (packetCount >= capture.packetCount()) {
            paint(capture, windows);
        }
        paint(capture, 0, (int) (packetCount % capture.packetCount()), windows);
    }

    /**
     * Paints one packet into one window and says what it was.
     *
     * @param packet from the destination address on; position and limit are not changed
     */
    public ReferencePacket paint(ByteBuffer packet, ReferenceWindow window) {
        ReferencePacket parsed = ReferencePacket.parse(packet, window);
        switch (parsed) {
            case Video video -> {
                paintedPackets++;
                for (LinePiece piece : video.lines()) {
                    paint(piece, window);
                }
            }
            case Other _ -> otherPackets++;
            case Malformed _ -> malformedPackets++;
        }
        return parsed;
    }

    /** A read-only view of the surface, line 0 first. It shows what is painted later, too. */
    public ByteBuffer pixels() {
        return pixels.asReadOnlyBuffer().rewind();
    }

    /** How often a packet was video for a window, whether or not any of its pixels was inside. */
    public long paintedPackets() {
        return paintedPackets;
    }

    /** How often a packet was not of a window's stream. */
    public long otherPackets() {
        return otherPackets;
    }

    /** How often a packet to a window's port was malformed and painted nothing. */
    public long malformedPackets() {
        return malformedPackets;
    }

    private void paint(LinePiece piece, ReferenceWindow window) {
        int pieceBytes = piece.bytes().remaining();
        int pieceWidth = pieceBytes / window.stream().bytesPerPixel();
        for (int index = 0; index < pieceWidth; index++) {
            int column = piece.firstPixel() + index;
            if (column >= window.width() || piece.line() >= window.height()) {
                continue;
            }
            long x = (long) window.x() + column;        // a window may lie at the end of the range of int
            long y = (long) window.y() + piece.line();
            if (x >= 0 && x < surface.width() && y >= 0 && y < surface.height()) {
                put((int) x, (int) y, colourOf(piece.bytes(), index, window.stream()));
            }
        }
    }

    private static ReferenceColour colourOf(ByteBuffer bytes, int index, ReferenceFormat stream) {
        if (stream == ReferenceFormat.UYVY) {
            int pair = index / 2 * 4;
            int y = index % 2 == 0 ? value(bytes, pair + 1) : value(bytes, pair + 3);
            return new YCbCr(y, value(bytes, pair), value(bytes, pair + 2));
        }
        return new Rgb(value(bytes, index * 3), value(bytes, index * 3 + 1), value(bytes, index * 3 + 2));
    }

    private void put(int x, int y, ReferenceColour colour) {
        int at = surface.offsetOf(x, y);
        switch (surface.format()) {
            case UYVY -> {
                YCbCr yCbCr = colour.yCbCr();
                if (x % 2 == 0) {
                    put(at, yCbCr.cb());
                    put(at + 1, yCbCr.y());
                    put(at + 2, yCbCr.cr());
                } else {
                    put(at + 3, yCbCr.y());
                }
            }
            case RGB888 -> {
                Rgb rgb = colour.rgb();
                put(at, rgb.red());
                put(at + 1, rgb.green());
                put(at + 2, rgb.blue());
            }
            case XRGB8888 -> {
                Rgb rgb = colour.rgb();
                put(at, rgb.blue());
                put(at + 1, rgb.green());
                put(at + 2, rgb.red());
                put(at + 3, 0xFF);
            }
            case RGB565 -> {
                Rgb rgb = colour.rgb();
                int word = ((rgb.red() >> 3) << 11) | ((rgb.green() >> 2) << 5) | (rgb.blue() >> 3);
                put(at, word & 0xFF);
                put(at + 1, word >> 8);
            }
        }
    }

    private void put(int offset, int value) {
        pixels.put(offset, (byte) value);
    }

    private static int value(ByteBuffer bytes, int offset) {
        return Byte.toUnsignedInt(bytes.get(offset));
    }
}
