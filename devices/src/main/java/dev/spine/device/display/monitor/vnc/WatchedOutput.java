package dev.spine.device.display.monitor.vnc;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** The way to a viewer, which tells for how long the viewer has not taken what was written. */
final class WatchedOutput extends FilterOutputStream {
    private static final long IDLE = Long.MIN_VALUE;

    /** When the write began that is in flight, or {@link #IDLE}. */
    private volatile long sinceNs = IDLE;

    /**
     * A watched way.
     *
     * @param out to the viewer
     */
    WatchedOutput(OutputStream out) {
        super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        long now = System.nanoTime();
        sinceNs = now == IDLE ? now + 1 : now;
        try {
            out.write(bytes, offset, length);
        } finally {
            sinceNs = IDLE;
        }
    }

    /**
     * {@return whether one write has lasted longer than a limit; any thread}
     *
     * @param limitNs the limit
     */
    boolean isStalled(long limitNs) {
        long since = sinceNs;
        return since != IDLE && System.nanoTime() - since > limitNs;
    }
}
