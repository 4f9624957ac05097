package dev.spine.peer.bridge;

import dev.spine.peer.batch.WindowSettings;

/**
 * How a bridge works. Any thread.
 *
 * @param window how many messages can be outstanding, 1 to 255
 * @param batchPackets the most packets in a message, 1 to 255; the order that starts the bridge bounds it too
 * @param sendTimeoutNs how long a message waits for a frame of the other IOP before its packets are dropped, at least 1
 * @param replyTimeoutNs how long a message may stay unanswered before its packets are given back to the wire, at least 1
 */
public record BridgeSettings(int window, int batchPackets, long sendTimeoutNs, long replyTimeoutNs) {
    /** A window that holds more packets than a card has receive buffers, a tenth of a second for a frame, a second for an answer. */
    public static final BridgeSettings STANDARD = new BridgeSettings(128, 32, 100_000_000L, 1_000_000_000L);

    private static final int MAX_INDEX = 255;

    /** Checks the ranges. */
    public BridgeSettings {
        if (window < 1 || window > MAX_INDEX || batchPackets < 1 || batchPackets > MAX_INDEX || sendTimeoutNs < 1 || replyTimeoutNs < 1) {
            throw new IllegalArgumentException("a bridge has 1 to 255 messages of 1 to 255 packets and times above 0, not " + window + ", "
                + batchPackets + ", " + sendTimeoutNs + ", " + replyTimeoutNs);
        }
    }

    /** The window towards a port that takes so many packets in one message. */
    WindowSettings window(int packetsPerMessage) {
        return new WindowSettings(window, Math.min(packetsPerMessage, batchPackets), sendTimeoutNs, replyTimeoutNs);
    }
}
