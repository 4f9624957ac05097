package dev.spine.device.wire.capture;

import static com.google.common.base.Preconditions.checkArgument;

/** When a replayed packet is due. Immutable. */
public sealed interface Pace {
    /** As soon as a receive buffer is free: nothing is ever lost, the receiver sets the rate. */
    record AsBuffersReturn() implements Pace {}

    /**
     * As soon as a receive buffer is free and fewer packets than a window are unacknowledged: for receivers that copy packets out of the
     * receive buffers and are done with them later.
     *
     * @param window at least 1
     */
    record AsAcknowledged(int window) implements Pace {
        /** Checks the range. */
        public AsAcknowledged {
            checkArgument(window >= 1, "a window holds at least 1 packet, not %s", window);
        }
    }

    /**
     * At even distances, whether or not the receiver keeps up.
     *
     * @param packetsPerSecond 1 to 1,000,000,000
     */
    record Even(long packetsPerSecond) implements Pace {
        /** The highest rate: a packet each nanosecond. */
        public static final long MAX_RATE = 1_000_000_000L;

        /** Checks the range. */
        public Even {
            checkArgument(packetsPerSecond >= 1 && packetsPerSecond <= MAX_RATE,
                "a replay offers 1 to %s packets per second, not %s", MAX_RATE, packetsPerSecond);
        }
    }

    /**
     * At even distances on the average, each packet late by a random part of a fifth of a distance, whether or not the receiver keeps up.
     * A source without jitter can fall into step with the receiver's own rhythms, and then measures the one phase that it happens to meet.
     * The lateness is drawn from the wire's own stream of randomness; two packets are never closer than four fifths of a distance.
     *
     * @param packetsPerSecond 1 to 1,000,000,000
     */
    record Jittered(long packetsPerSecond) implements Pace {
        /** Checks the range. */
        public Jittered {
            checkArgument(packetsPerSecond >= 1 && packetsPerSecond <= Even.MAX_RATE,
                "a replay offers 1 to %s packets per second, not %s", Even.MAX_RATE, packetsPerSecond);
        }
    }

    /**
     * In bursts at even distances, whether or not the receiver keeps up: as packets come from a card whose interrupts are moderated, or
     * from a sender that has several to send (RFC 2544, section 21).
     *
     * @param packetsPerSecond on the average, 1 to 1,000,000,000
     * @param packets of a burst, all due at one time, 1 to 65,536
     */
    record Bursts(long packetsPerSecond, int packets) implements Pace {
        /** The most packets of a burst. */
        public static final int MAX = 65_536;

        /** Checks the ranges. */
        public Bursts {
            if (packetsPerSecond < 1 || packetsPerSecond > Even.MAX_RATE || packets < 1 || packets > MAX) {
                throw new IllegalArgumentException("a replay offers 1 to " + Even.MAX_RATE + " packets per second in bursts of 1 to " + MAX
                    + ", not " + packetsPerSecond + " in bursts of " + packets);
            }
        }
    }

    /**
     * At the distances of the recording, whether or not the receiver keeps up; where its clock went back, at once. Laps follow each other
     * without a pause.
     */
    record AsRecorded() implements Pace {}

    /**
     * At the distances of the recording, but never before a receive buffer is free: a file waits for its reader, and nothing is lost. What
     * had to wait does not delay what is due later, once the receiver has caught up.
     */
    record AsRecordedWithoutLoss() implements Pace {}
}
