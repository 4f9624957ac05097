package dev.spine.device.display.monitor.vnc;

import dev.spine.device.display.monitor.vnc.VncCounters.Counter;
import java.io.IOException;
import java.io.InputStream;

/** Reads the numbers of RFB, most significant byte first, through a buffer of fixed size. Used by the viewer's reading thread. */
final class RfbInput {
    private static final int BUFFER_BYTES = 4096;

    /** Called before each wait for bytes of the viewer: sets how long that may take. */
    @FunctionalInterface
    interface BeforeRead {
        /**
         * Bytes are awaited.
         *
         * @throws IOException the viewer has no time left
         */
        void beforeRead() throws IOException;
    }

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private BeforeRead beforeRead = () -> { };
    private int position;
    private int limit;
    private boolean withinMessage;

    /**
     * A reader.
     *
     * @param in from the viewer
     */
    RfbInput(InputStream in) {
        this.in = in;
    }

    /**
     * Sets what happens before each wait for bytes.
     *
     * @param action the action
     */
    void beforeRead(BeforeRead action) {
        beforeRead = action;
    }

    /**
     * {@return the first byte of a message, or -1 when the viewer has gone}
     *
     * @throws IOException the connection failed
     */
    int nextMessage() throws IOException {
        withinMessage = false;
        if (position == limit && !fill()) {
            return -1;
        }
        withinMessage = true;
        return buffer[position++] & 0xFF;
    }

    private boolean fill() throws IOException {
        beforeRead.beforeRead();
        int bytes = in.read(buffer, 0, buffer.length);
        position = 0;
        limit = Math.max(bytes, 0);
        return bytes > 0;
    }

    /** {@return the next byte, 0 to 255} */
    int u8() throws IOException {
        if (position == limit && !fill()) {
            throw new ViewerEndedException(withinMessage ? Counter.CUT_MESSAGES : Counter.BAD_HANDSHAKES, "the connection was cut");
        }
        return buffer[position++] & 0xFF;
    }

    /** {@return the next half word, 0 to 65535} */
    int u16() throws IOException {
        return u8() << 8 | u8();
    }

    /** {@return the next word with a sign} */
    int s32() throws IOException {
        return u16() << 16 | u16();
    }

    /** {@return the next word without a sign} */
    long u32() throws IOException {
        return s32() & 0xFFFF_FFFFL;
    }

    /**
     * {@return the next bytes}
     *
     * @param bytes how many: a number of ours, not the viewer's
     */
    byte[] bytes(int bytes) throws IOException {
        byte[] read = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            read[i] = (byte) u8();
        }
        return read;
    }

    /**
     * Reads bytes that nobody wants, without keeping them.
     *
     * @param bytes how many
     */
    void skip(long bytes) throws IOException {
        for (long left = bytes; left > 0;) {
            u8();
            int step = (int) Math.min(left - 1, limit - position);
            position += step;
            left -= 1 + step;
        }
    }
}
