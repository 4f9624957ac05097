package dev.spine.device.wire;

import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.WireTiming;
import java.lang.foreign.MemorySegment;

/**
 * One direction of a wire in time: frames leave one after the other at the wire's rate. Belongs to the agent that sends.
 *
 * <p>A sender may give a wire up to {@link #QUEUE_BYTES} while it is busy; then it has to wait.
 */
public final class Serialiser {
    /** What {@link #delayNs} returns when the sender must wait. */
    public static final long BUSY = -1;
    /** Bytes that may wait at one end of a wire. */
    public static final int QUEUE_BYTES = 64 * 1024;

    private final String direction;
    private final WireTiming timing;
    private final boolean immediate;
    private final long queueNs;
    private long busyUntilNs = Long.MIN_VALUE;

    /**
     * A direction that is idle.
     *
     * @param direction its name, for those who look on: wire and direction
     * @param timing the wire's; {@link Wire#IMMEDIATE} takes no time at all
     */
    public Serialiser(String direction, WireTiming timing) {
        this.direction = direction;
        this.timing = timing;
        this.immediate = timing.equals(Wire.IMMEDIATE);
        this.queueNs = timing.serialisationNs(QUEUE_BYTES);
    }

    /**
     * Sends a frame in time.
     *
     * @param sender the agent that sends
     * @param memory holds the frame
     * @param offset of its first byte
     * @param bytes of the frame, at least 1
     * @return how long from now until it arrives, or {@link #BUSY}: too much waits already, nothing was changed
     */
    public long delayNs(AgentContext sender, MemorySegment memory, long offset, int bytes) {
        if (immediate) {
            return 0;
        }
        long nowNs = sender.nowNs();
        if (sendableAtNs(nowNs) > nowNs) {
            return BUSY;
        }
        long beginNs = Math.max(nowNs, busyUntilNs);
        busyUntilNs = beginNs + timing.serialisationNs(bytes);
        sender.occupies(direction, beginNs, busyUntilNs, memory, offset, bytes);
        return busyUntilNs - nowNs + timing.latencyNs();
    }

    /**
     * {@return when a frame can be sent; not after now if at once}
     *
     * @param nowNs the sender's time
     */
    public long sendableAtNs(long nowNs) {
        return busyUntilNs == Long.MIN_VALUE ? nowNs : busyUntilNs - queueNs;
    }
}
