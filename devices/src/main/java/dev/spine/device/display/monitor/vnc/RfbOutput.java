package dev.spine.device.display.monitor.vnc;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the numbers of RFB, most significant byte first, through a buffer of fixed size. Used by one thread at a time. */
final class RfbOutput {
    private static final int BUFFER_BYTES = 32 * 1024;

    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int filled;
    private long sent;

    /**
     * A writer.
     *
     * @param out to the viewer
     */
    RfbOutput(OutputStream out) {
        this.out = out;
    }

    /** {@return how many bytes were given to the operating system so far} */
    long sent() {
        return sent;
    }

    void u8(int value) throws IOException {
        if (filled == buffer.length) {
            flush();
        }
        buffer[filled++] = (byte) value;
    }

    void u16(int value) throws IOException {
        u8(value >> 8);
        u8(value);
    }

    void u32(int value) throws IOException {
        u16(value >> 16);
        u16(value);
    }

    void bytes(byte[] bytes, int offset, int length) throws IOException {
        int from = offset;
        for (int left = length; left > 0;) {
            if (filled == buffer.length) {
                flush();
            }
            int step = Math.min(left, buffer.length - filled);
            System.arraycopy(bytes, from, buffer, filled, step);
            filled += step;
            from += step;
            left -= step;
        }
    }

    void text(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        bytes(bytes, 0, bytes.length);
    }

    /** Writes a text with its length before it, as names and reasons are. */
    void countedText(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        u32(bytes.length);
        bytes(bytes, 0, bytes.length);
    }

    /** Gives everything to the operating system; waits while the viewer does not take it. */
    void flush() throws IOException {
        out.write(buffer, 0, filled);
        sent += filled;
        filled = 0;
    }
}
