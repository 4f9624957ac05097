package dev.spine.command.play;

import dev.spine.device.wire.udp.PacketGate;
import java.lang.foreign.MemorySegment;

/**
 * Lets the frames of a live stream pass: none before {@link #open}, none after the last one that is wanted, none after {@link #close}.
 *
 * <p>Opened while a stream runs, it waits for the beginning of a frame, so that no frame is counted of which the beginning was not seen.
 * {@link #admits} belongs to the wire's receiving thread, the other methods to any.
 */
final class FrameGate implements PacketGate {
    private final RtpFrames seen;
    private final RtpFrames passing;
    private final int wanted;
    /** Written by the owner. */
    private volatile boolean open;
    /** Written by the receiving thread. */
    private boolean flowing;
    private volatile long packets;
    private volatile long refused;
    private volatile int frames;

    /**
     * A gate that is shut.
     *
     * @param port UDP destination port of the stream
     * @param wanted how many frames pass at most, at least 1
     */
    FrameGate(int port, int wanted) {
        this.seen = new RtpFrames(port);
        this.passing = new RtpFrames(port);
        this.wanted = wanted;
    }

    /** Lets packets pass from the next beginning of a frame on. */
    void open() {
        open = true;
    }

    /** Lets no further packet pass. */
    void close() {
        open = false;
    }

    /** {@return packets that have passed} */
    long packets() {
        return packets;
    }

    /** {@return packets that came and did not pass} */
    long refused() {
        return refused;
    }

    /** {@return frames that have passed to their end} */
    int frames() {
        return frames;
    }

    /** {@return whether all wanted frames have passed} */
    boolean isDone() {
        return frames >= wanted;
    }

    // One thread writes the counters.
    @SuppressWarnings("NonAtomicVolatileUpdate")
    @Override
    public boolean admits(MemorySegment memory, long offset, int length) {
        if (!flowing) {
            boolean within = seen.isWithinFrame();
            int before = seen.ended();
            int frame = seen.frameOf(memory, offset, length);
            flowing = open && (within ? frame > before : frame >= before);
        }
        if (!flowing || !open || frames >= wanted) {
            refused++;
            return false;
        }
        int frame = passing.frameOf(memory, offset, length);
        frames = Math.min(passing.ended(), wanted);
        if (frame >= wanted) {
            refused++;
            return false;
        }
        packets++;
        return true;
    }
}
