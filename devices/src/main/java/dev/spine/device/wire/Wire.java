package dev.spine.device.wire;

import dev.spine.iop.engine.WireTiming;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that joins network devices: a set of ports, and what happens between them. One thread at a time. */
public interface Wire extends AutoCloseable {
    /** The timing of a wire that takes no time: for the live engine, where time is what it is. */
    WireTiming IMMEDIATE = new WireTiming(Long.MAX_VALUE, 0, 0);

    /** {@return the wire's name in the system file, for counters and messages} */
    String name();

    /** {@return the ports, one for each device that can be attached; at least 1} */
    List<WirePort> ports();

    /** {@return the wire that carries the frames: this one, or the one that it is wrapped around} */
    default Wire carrier() {
        return this;
    }

    /**
     * {@return whether receivers find damage by a check sequence: a frame of which a bit was turned over on the way never arrives}. So it
     * is, but for wires that end in software.
     */
    default boolean checksFrames() {
        return true;
    }

    /** {@return whether what the wire ends in outside the process was taken away: it carries nothing any more; any thread} */
    default boolean isGone() {
        return false;
    }

    /** {@return why others were refused, or refused this end, last: one line for people; null for nothing to tell; any thread} */
    default @Nullable String refusal() {
        return null;
    }

    /** Gives up what the wire holds outside the process. Frames under way are lost. Most wires hold nothing. */
    @Override
    default void close() {
        // Memory of a wire goes with its last user.
    }
}
