package dev.spine.peer.forward;

import dev.spine.peer.batch.WindowSettings;

/**
 * How a forwarder works. Any thread.
 *
 * @param streams how many it can forward at one time, 1 to 255
 * @param window how many messages of a stream can be outstanding, 1 to 255
 * @param batchPackets the most packets in a message, at least 1
 * @param sendTimeoutNs how long a message waits for a frame of the display's IOP before its packets are dropped, at least 1
 * @param replyTimeoutNs how long a message may stay unanswered before its packets are given back to the wire, at least 1
 */
public record ForwarderSettings(int streams, int window, int batchPackets, long sendTimeoutNs, long replyTimeoutNs) {
    /** Eight streams, 16 messages of 32 packets, a tenth of a second for a frame, a second for an answer. */
    public static final ForwarderSettings STANDARD = new ForwarderSettings(8, 16, 32, 100_000_000L, 1_000_000_000L);

    private static final int MAX_INDEX = 255;

    /** Checks the ranges. */
    public ForwarderSettings {
        if (streams < 1 || streams > MAX_INDEX || window < 1 || window > MAX_INDEX || batchPackets < 1 || sendTimeoutNs < 1
            || replyTimeoutNs < 1) {
            throw new IllegalArgumentException("a forwarder has 1 to 255 streams and messages per stream, at least 1 packet per message and"
                + " times above 0, not " + streams + ", " + window + ", " + batchPackets + ", " + sendTimeoutNs + ", " + replyTimeoutNs);
        }
    }

    /** The window of one stream. */
    WindowSettings ofStream() {
        return new WindowSettings(window, batchPackets, sendTimeoutNs, replyTimeoutNs);
    }
}
