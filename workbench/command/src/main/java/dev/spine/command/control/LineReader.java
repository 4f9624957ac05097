package dev.spine.command.control;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Takes lines from a channel, each with at most {@link ControlProtocol#MAX_LINE} bytes; memory grows with what has come. One thread. */
final class LineReader {
    private static final int FIRST_BYTES = 4096;

    /** Hears when a line begins and when it is whole, for those who measure the time between. */
    interface Listener {
        void onLineBegin();

        void onLineEnd();
    }

    private final ReadableByteChannel channel;
    private final Listener listener;
    private final ByteBuffer incoming = ByteBuffer.allocate(FIRST_BYTES);
    private byte[] line = new byte[FIRST_BYTES];
    private int length;

    LineReader(ReadableByteChannel channel, Listener listener) {
        this.channel = channel;
        this.listener = listener;
        incoming.flip();
    }

    /** A line that is longer than is allowed. */
    static final class TooLongException extends Exception {
        private static final long serialVersionUID = 1L;

        TooLongException() {
            super("a line has at most " + ControlProtocol.MAX_LINE + " bytes");
        }
    }

    /** {@return the next line without its end, or null at the end of the stream; what is cut off there is no line} */
    byte @Nullable [] next() throws IOException, TooLongException {
        while (true) {
            while (incoming.hasRemaining()) {
                byte one = incoming.get();
                if (length == 0) {
                    listener.onLineBegin();
                }
                if (one == '\n') {
                    listener.onLineEnd();
                    return take();
                }
                if (length == ControlProtocol.MAX_LINE) {
                    throw new TooLongException();
                }
                if (length == line.length) {
                    line = Arrays.copyOf(line, Math.min(2 * length, ControlProtocol.MAX_LINE));
                }
                line[length++] = one;
            }
            incoming.clear();
            int count = channel.read(incoming);
            incoming.flip();
            if (count < 0) {
                return null;
            }
        }
    }

    private byte[] take() {
        byte[] whole = Arrays.copyOf(line, length);
        length = 0;
        if (line.length > FIRST_BYTES) {
            line = new byte[FIRST_BYTES];
        }
        return whole;
    }
}
