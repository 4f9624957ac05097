package dev.spine.peer.batch;

/**
 * How large a window is, and how patient. Any thread.
 *
 * @param messages how many can be outstanding, 1 to 255
 * @param packets the most packets in a message, at least 1
 * @param sendTimeoutNs how long a message waits for a frame of the other IOP before its packets are dropped, at least 1
 * @param replyTimeoutNs how long a message may stay unanswered before its packets are given back to the wire, at least 1
 */
public record WindowSettings(int messages, int packets, long sendTimeoutNs, long replyTimeoutNs) {
    private static final int MAX_MESSAGES = 255;

    /** Checks the ranges. */
    public WindowSettings {
        if (messages < 1 || messages > MAX_MESSAGES || packets < 1 || sendTimeoutNs < 1 || replyTimeoutNs < 1) {
            throw new IllegalArgumentException("a window has 1 to 255 messages of at least 1 packet and times above 0, not "
                + messages + ", " + packets + ", " + sendTimeoutNs + ", " + replyTimeoutNs);
        }
    }
}
