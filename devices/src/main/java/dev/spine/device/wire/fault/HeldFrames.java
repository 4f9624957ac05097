package dev.spine.device.wire.fault;

import dev.spine.iop.packet.Packet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Frames that go on later, behind so many others or after some time. The agent of the port's device. */
final class HeldFrames {
    /** Frames that one direction of a port can hold. */
    static final int MAX_HELD = 64;
    /** Behind this many a frame goes on by its time alone. */
    static final int BY_TIME = Integer.MAX_VALUE;

    private final @Nullable Packet[] frames = new Packet[MAX_HELD];
    private final long[] dueNs = new long[MAX_HELD];
    private final int[] behind = new int[MAX_HELD];
    private int count;

    int count() {
        return count;
    }

    boolean isFull() {
        return count == MAX_HELD;
    }

    /**
     * Holds a frame; there is room.
     *
     * @param frame what goes on
     * @param untilNs when at the latest
     * @param others behind how many others, 0 at once; {@link #BY_TIME} when they do not count
     */
    void hold(Packet frame, long untilNs, int others) {
        frames[count] = frame;
        dueNs[count] = untilNs;
        behind[count] = others;
        count++;
    }

    /** Another frame has gone by. */
    void overtaken() {
        for (int i = 0; i < count; i++) {
            behind[i] -= behind[i] == BY_TIME || behind[i] == 0 ? 0 : 1;
        }
    }

    /** {@return the first frame that can go on; null when none can} */
    @Nullable Packet due(long nowNs) {
        int at = firstDue(nowNs);
        return at < 0 ? null : frames[at];
    }

    private int firstDue(long nowNs) {
        for (int i = 0; i < count; i++) {
            if (behind[i] == 0 || dueNs[i] <= nowNs) {
                return i;
            }
        }
        return -1;
    }

    /** {@return the frame that {@link #due} has named, held no longer} */
    Packet takeDue(long nowNs) {
        int at = firstDue(nowNs);
        Packet frame = Objects.requireNonNull(frames[at]);
        count--;
        System.arraycopy(frames, at + 1, frames, at, count - at);
        System.arraycopy(dueNs, at + 1, dueNs, at, count - at);
        System.arraycopy(behind, at + 1, behind, at, count - at);
        frames[count] = null;
        return frame;
    }

    /** {@return when the next frame goes on by its time; {@link Long#MAX_VALUE} when none is held} */
    long nextNs() {
        long next = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            next = Math.min(next, dueNs[i]);
        }
        return next;
    }
}
