package dev.spine.device.display.monitor.vnc;

import com.google.common.base.Preconditions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a VNC monitor serves. Immutable; the methods {@code withX} return a changed copy.
 *
 * @param address where it listens; port 0 lets the system choose
 * @param password what viewers must know, or null: anybody may look
 * @param viewers how many connections there can be at once, 1 to 64
 * @param framesPerSecond how often a viewer gets an update at most, 1 to 240
 * @param sharing what happens when a viewer wants to be alone
 * @param handshakeLimit how long a handshake may take, more than 0
 * @param stallLimit how long a viewer may take for accepting an update, more than 0
 * @param wrongPasswordDelay how long the answer to a wrong password is delayed, 0 or more
 */
public record VncSettings(InetSocketAddress address, @Nullable VncPassword password, int viewers, int framesPerSecond, Sharing sharing,
    Duration handshakeLimit, Duration stallLimit, Duration wrongPasswordDelay) {
    /** The largest number of viewers. */
    public static final int MAX_VIEWERS = 64;
    /** The highest rate of updates. */
    public static final int MAX_FRAMES_PER_SECOND = 240;
    /** The port of a monitor that nobody gave one: display :0. */
    public static final int STANDARD_PORT = 5900;
    /** Loopback, any free port, no password, 8 viewers, 30 frames per second. */
    public static final VncSettings STANDARD = new VncSettings(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null, 8, 30,
        Sharing.ALWAYS, Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(1));

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException a value is outside its range
     */
    public VncSettings {
        Preconditions.checkArgument(viewers >= 1 && viewers <= MAX_VIEWERS, "%s viewers; give 1 to %s", viewers, MAX_VIEWERS);
        Preconditions.checkArgument(framesPerSecond >= 1 && framesPerSecond <= MAX_FRAMES_PER_SECOND,
            "%s frames per second; give 1 to %s", framesPerSecond, MAX_FRAMES_PER_SECOND);
        Preconditions.checkArgument(handshakeLimit.isPositive() && stallLimit.isPositive() && !wrongPasswordDelay.isNegative(),
            "limits of %s and %s, delay of %s; give more than 0, and a delay of at least 0", handshakeLimit, stallLimit,
            wrongPasswordDelay);
    }

    /**
     * {@return a copy that listens elsewhere}
     *
     * @param other where; port 0 lets the system choose
     */
    public VncSettings withAddress(InetSocketAddress other) {
        return new VncSettings(other, password, viewers, framesPerSecond, sharing, handshakeLimit, stallLimit, wrongPasswordDelay);
    }

    /**
     * {@return a copy with another password}
     *
     * @param other what viewers must know, or null: anybody may look
     */
    public VncSettings withPassword(@Nullable VncPassword other) {
        return new VncSettings(address, other, viewers, framesPerSecond, sharing, handshakeLimit, stallLimit, wrongPasswordDelay);
    }

    /**
     * {@return a copy for another number of viewers}
     *
     * @param other 1 to 64
     */
    public VncSettings withViewers(int other) {
        return new VncSettings(address, password, other, framesPerSecond, sharing, handshakeLimit, stallLimit, wrongPasswordDelay);
    }

    /**
     * {@return a copy with another limit of updates}
     *
     * @param other 1 to 240 for each second
     */
    public VncSettings withFramesPerSecond(int other) {
        return new VncSettings(address, password, viewers, other, sharing, handshakeLimit, stallLimit, wrongPasswordDelay);
    }

    /**
     * {@return a copy that treats viewers who want to be alone otherwise}
     *
     * @param other how
     */
    public VncSettings withSharing(Sharing other) {
        return new VncSettings(address, password, viewers, framesPerSecond, other, handshakeLimit, stallLimit, wrongPasswordDelay);
    }

    /**
     * {@return a copy with other times}
     *
     * @param handshake how long a handshake may take, more than 0
     * @param stall how long a viewer may take for accepting an update, more than 0
     * @param wrongPassword how long the answer to a wrong password is delayed, 0 or more
     */
    public VncSettings withTimes(Duration handshake, Duration stall, Duration wrongPassword) {
        return new VncSettings(address, password, viewers, framesPerSecond, sharing, handshake, stall, wrongPassword);
    }
}
