package dev.spine.command;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** The smallest VNC viewer: RFB 3.3, no password, raw pixels 0x00rrggbb. */
final class RawViewer implements AutoCloseable {
    private static final int LIMIT_MS = 20_000;

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final int width;
    private final int height;
    private final int[] pixels;

    RawViewer(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(LIMIT_MS);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out = new DataOutputStream(socket.getOutputStream());
        out.write("RFB 003.003\n".getBytes(StandardCharsets.US_ASCII));
        in.skipNBytes(12);
        if (in.readInt() != 1) {
            throw new AssertionError("a password is wanted");
        }
        out.write(1);
        width = in.readUnsignedShort();
        height = in.readUnsignedShort();
        in.skipNBytes(16);
        in.skipNBytes(in.readInt());
        pixels = new int[width * height];
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    int rgbAt(int x, int y) {
        return pixels[y * width + x];
    }

    /** Asks for the whole screen and receives it. */
    RawViewer look() throws IOException {
        out.writeShort(0x0300);
        out.writeInt(0);
        out.writeShort(width);
        out.writeShort(height);
        in.readShort();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            int x = in.readUnsignedShort();
            int y = in.readUnsignedShort();
            int w = in.readUnsignedShort();
            int h = in.readUnsignedShort();
            in.readInt();
            for (int i = 0; i < w * h; i++) {
                pixels[(y + i / w) * width + x + i % w] = Integer.reverseBytes(in.readInt());
            }
        }
        return this;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
