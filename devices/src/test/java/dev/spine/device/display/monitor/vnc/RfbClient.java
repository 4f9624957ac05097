package dev.spine.device.display.monitor.vnc;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** A viewer for tests: speaks RFB by itself, keeps the numbers of its pixels, and knows nothing of the classes under test. */
final class RfbClient implements AutoCloseable {
    static final int RAW = 0;
    static final int COPY = 1;
    static final int ZRLE = 16;
    static final int DESKTOP_SIZE = -223;
    private static final int LIMIT_MS = 20_000;

    /** The pixel format of this viewer. */
    record Format(int bits, int depth, boolean big, boolean colour, int redMax, int greenMax, int blueMax, int red, int green, int blue) {
        int pixelOf(int rgb) {
            return part(rgb >> 16, redMax) << red | part(rgb >> 8, greenMax) << green | part(rgb, blueMax) << blue;
        }

        private static int part(int value, int max) {
            return Math.round((value & 0xFF) * max / 255f);
        }

        int bytes() {
            return bits / 8;
        }

        /** Bytes of a pixel in ZRLE, by the words of the RFC. */
        int compressedBytes() {
            return bits == 32 && colour && depth <= 24 && (fitsLow() || fitsHigh()) ? 3 : bytes();
        }

        private int mask() {
            return redMax << red | greenMax << green | blueMax << blue;
        }

        boolean fitsLow() {
            return mask() >>> 24 == 0;
        }

        private boolean fitsHigh() {
            return (mask() & 0xFF) == 0;
        }
    }

    static final Format TRUE_COLOUR = new Format(32, 24, false, true, 255, 255, 255, 16, 8, 0);

    private final Socket socket;
    final DataInputStream in;
    final DataOutputStream out;
    private final Inflater inflater = new Inflater();
    private Format format = TRUE_COLOUR;
    int width;
    int height;
    String name = "";
    int[] pixels = new int[0];
    int[] map = new int[0];
    /** How many rectangles of each encoding have come. */
    final Map<Integer, Integer> rectangles = new TreeMap<>();

    RfbClient(InetSocketAddress monitor) throws IOException {
        socket = new Socket();
        socket.connect(monitor, LIMIT_MS);
        socket.setSoTimeout(LIMIT_MS);
        in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream()));
        out = new DataOutputStream(socket.getOutputStream());
    }

    /** A viewer that has passed the handshake without a password. */
    static RfbClient connected(VncMonitor monitor) throws IOException {
        return new RfbClient(monitor.localAddress()).open("003.008");
    }

    RfbClient open(String version) throws IOException {
        version(version);
        if (version.equals("003.003")) {
            expect(1, in.readInt());
        } else {
            expect(1, in.readUnsignedByte());
            expect(1, in.readUnsignedByte());
            out.write(1);
            if (version.equals("003.008")) {
                expect(0, in.readInt());
            }
        }
        return init(true);
    }

    /** Reads the server's version and answers another. */
    void version(String version) throws IOException {
        expect("RFB 003.008\n", text(12));
        out.write(("RFB " + version + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    RfbClient init(boolean shared) throws IOException {
        out.write(shared ? 1 : 0);
        width = in.readUnsignedShort();
        height = in.readUnsignedShort();
        expect(0x2018_0001, in.readInt());
        in.skipBytes(12);
        name = text(in.readInt());
        pixels = new int[width * height];
        return this;
    }

    private static void expect(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected " + expected + " but the monitor said " + actual);
        }
    }

    String text(int bytes) throws IOException {
        return new String(in.readNBytes(bytes), StandardCharsets.UTF_8);
    }

    void format(Format next) throws IOException {
        format = next;
        out.write(new byte[4]);
        out.write(next.bits);
        out.write(next.depth);
        out.write(next.big ? 1 : 0);
        out.write(next.colour ? 1 : 0);
        out.writeShort(next.redMax);
        out.writeShort(next.greenMax);
        out.writeShort(next.blueMax);
        out.write(next.red);
        out.write(next.green);
        out.write(next.blue);
        out.write(new byte[3]);
    }

    void encodings(int... encodings) throws IOException {
        out.writeShort(0x0200);
        out.writeShort(encodings.length);
        for (int encoding : encodings) {
            out.writeInt(encoding);
        }
    }

    void request(boolean incremental) throws IOException {
        request(incremental, 0, 0, width, height);
    }

    void request(boolean incremental, int x, int y, int w, int h) throws IOException {
        out.write(3);
        out.write(incremental ? 1 : 0);
        out.writeShort(x);
        out.writeShort(y);
        out.writeShort(w);
        out.writeShort(h);
    }

    /** The whole screen, asked for and received. */
    RfbClient look() throws IOException {
        request(false);
        update();
        return this;
    }

    /** Receives one update, and the map of colours if it comes before. */
    void update() throws IOException {
        int type = in.readUnsignedByte();
        if (type == 1) {
            in.skipBytes(1);
            expect(0, in.readUnsignedShort());
            map = new int[in.readUnsignedShort()];
            for (int i = 0; i < map.length; i++) {
                map[i] = in.readUnsignedShort() >> 8 << 16 | in.readUnsignedShort() >> 8 << 8 | in.readUnsignedShort() >> 8;
            }
            type = in.readUnsignedByte();
        }
        expect(0, type);
        in.skipBytes(1);
        int count = in.readUnsignedShort();
        for (int i = 0; i < count; i++) {
            rectangle(in.readUnsignedShort(), in.readUnsignedShort(), in.readUnsignedShort(), in.readUnsignedShort(), in.readInt());
        }
    }

    private void rectangle(int x, int y, int w, int h, int encoding) throws IOException {
        rectangles.merge(encoding, 1, Integer::sum);
        switch (encoding) {
            case RAW -> {
                for (int i = 0; i < w * h; i++) {
                    pixels[(y + i / w) * width + x + i % w] = pixel(in, format.bytes());
                }
            }
            case COPY -> copy(x, y, w, h, in.readUnsignedShort(), in.readUnsignedShort());
            case ZRLE -> zrle(x, y, w, h, in.readNBytes(in.readInt()));
            case DESKTOP_SIZE -> {
                width = w;
                height = h;
                pixels = new int[w * h];
            }
            default -> throw new AssertionError("encoding " + encoding + " was not announced");
        }
    }

    private int pixel(DataInputStream from, int bytes) throws IOException {
        int value = 0;
        for (int i = 0; i < bytes; i++) {
            int read = from.readUnsignedByte();
            value = format.big ? value << 8 | read : value | read << 8 * i;
        }
        return value;
    }

    private int compressedPixel(DataInputStream from) throws IOException {
        int bytes = format.compressedBytes();
        int value = pixel(from, bytes);
        return bytes == 3 && format.bits == 32 && !format.fitsLow() ? value << 8 : value;
    }

    private void copy(int x, int y, int w, int h, int fromX, int fromY) {
        int[] before = pixels.clone();
        for (int line = 0; line < h; line++) {
            System.arraycopy(before, (fromY + line) * width + fromX, pixels, (y + line) * width + x, w);
        }
    }

    private void zrle(int x, int y, int w, int h, byte[] packed) throws IOException {
        byte[] plain = new byte[w * h * 4 + 4096];
        int length = 0;
        inflater.setInput(packed);
        try {
            while (!inflater.needsInput()) {
                length += inflater.inflate(plain, length, plain.length - length);
            }
            int more;
            do {
                more = inflater.inflate(plain, length, plain.length - length);
                length += more;
            } while (more > 0);
        } catch (DataFormatException e) {
            throw new UncheckedIOException(new IOException(e));
        }
        DataInputStream from = new DataInputStream(new ByteArrayInputStream(plain, 0, length));
        for (int top = y; top < y + h; top += 64) {
            for (int left = x; left < x + w; left += 64) {
                tile(from, left, top, Math.min(64, x + w - left), Math.min(64, y + h - top));
            }
        }
        expect(0, from.available());
    }

    private void tile(DataInputStream from, int x, int y, int w, int h) throws IOException {
        int kind = from.readUnsignedByte();
        rectangles.merge(1000 + (kind >= 130 ? 130 : kind >= 2 && kind <= 16 ? 2 : kind), 1, Integer::sum);
        int[] palette = new int[kind & 0x7F];
        for (int i = 0; i < palette.length; i++) {
            palette[i] = compressedPixel(from);
        }
        int[] tile = new int[w * h];
        if (kind == 0) {
            for (int i = 0; i < tile.length; i++) {
                tile[i] = compressedPixel(from);
            }
        } else if (kind == 1) {
            java.util.Arrays.fill(tile, palette[0]);
        } else if (kind <= 16) {
            int bits = palette.length == 2 ? 1 : palette.length <= 4 ? 2 : 4;
            for (int line = 0; line < h; line++) {
                int word = 0;
                for (int column = 0; column < w; column++) {
                    int at = column * bits % 8;
                    word = at == 0 ? from.readUnsignedByte() : word;
                    tile[line * w + column] = palette[word >> 8 - bits - at & (1 << bits) - 1];
                }
            }
        } else {
            expect(true, kind == 128 || kind >= 130);
            for (int i = 0; i < tile.length;) {
                int index = kind == 128 ? 128 : from.readUnsignedByte();
                int colour = kind == 128 ? compressedPixel(from) : palette[index & 0x7F];
                int run = 1;
                int step = index >= 128 ? 255 : 0;
                while (step == 255) {
                    step = from.readUnsignedByte();
                    run += step;
                }
                java.util.Arrays.fill(tile, i, i + run, colour);
                i += run;
            }
        }
        for (int line = 0; line < h; line++) {
            System.arraycopy(tile, line * w, pixels, (y + line) * width + x, w);
        }
    }

    /** Sends nothing more. */
    void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Whether the monitor has closed the connection; reads what is left. */
    boolean isClosedByMonitor() throws IOException {
        try {
            in.skipNBytes(Long.MAX_VALUE);
            return false;
        } catch (java.io.EOFException | java.net.SocketException e) {
            return true;
        }
    }

    @Override
    public void close() {
        inflater.end();
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
