package dev.spine.extension.runtime.network;

/**
 * How much a card keeps for its traffic with other nodes, and how long it waits for them. Any thread.
 *
 * @param nodes the most nodes that it talks to at a time, 1 to 1,024
 * @param channels the most reliable streams to one node, 1 to 256
 * @param window the most frames of a stream that are not acknowledged, a power of two from 1 to 64
 * @param returnables the most messages of the whole card that may still return, 1 to 1,024
 * @param firstTimeoutNs how long a frame may take before the time of a round trip is known, at least 1
 * @param leastTimeoutNs the shortest time after which a frame is sent again, at least 1
 * @param mostTimeoutNs the longest
 * @param giveUpNs how long nothing may be heard of a node before what waits for it comes back
 * @param returnNs how long a message that may return waits for an answer
 * @param answerDelayNs how long it may take until a card says what has arrived of a stream, unless it sends something there before, 0 to
 *     {@link #MAX_ANSWER_DELAY_NS}; the other end has to have the same, or it sends again what it has not heard of
 */
public record NetworkSettings(int nodes, int channels, int window, int returnables, long firstTimeoutNs, long leastTimeoutNs,
    long mostTimeoutNs, long giveUpNs, long returnNs, long answerDelayNs) {
    /** 64 nodes, 32 streams to each, 16 frames in flight in each, 5 seconds of patience; each answer leaves at once. */
    public static final NetworkSettings STANDARD = new NetworkSettings(64, 32, 16, 128, 5_000_000L, 500_000L, 200_000_000L, 5_000_000_000L,
        1_000_000_000L, 0);

    /** The most frames of a stream that are not acknowledged. */
    public static final int MAX_WINDOW = 64;

    /** The longest delay of an answer. */
    public static final long MAX_ANSWER_DELAY_NS = 10_000_000;

    private static final int MAX_NODES = 1_024;
    private static final int MAX_CHANNELS = 256;

    /** Checks the ranges. */
    public NetworkSettings {
        if (nodes < 1 || nodes > MAX_NODES || channels < 1 || channels > MAX_CHANNELS || window > MAX_WINDOW
            || Integer.bitCount(window) != 1 || window < 1
            || returnables < 1 || returnables > MAX_NODES) {
            throw new IllegalArgumentException("a card talks to 1 to 1,024 nodes over 1 to 256 channels with windows of 1, 2, 4 to 64"
                + " frames and 1 to 1,024 messages that may return, not " + nodes + ", " + channels + ", " + window + ", " + returnables);
        }
        if (answerDelayNs < 0 || answerDelayNs > MAX_ANSWER_DELAY_NS || answerDelayNs > mostTimeoutNs - leastTimeoutNs) {
            throw new IllegalArgumentException("an answer waits 0 to 10 ms, and less than the longest timeout, not " + answerDelayNs
                + " ns");
        }
        if (firstTimeoutNs < 1 || leastTimeoutNs < 1 || mostTimeoutNs < leastTimeoutNs || giveUpNs < 1 || returnNs < 1) {
            throw new IllegalArgumentException("times are above 0, and the longest timeout is no shorter than the shortest");
        }
    }

    /**
     * {@return the same with another window}
     *
     * @param frames of a stream that are not acknowledged, a power of two from 1 to {@link #MAX_WINDOW}
     */
    public NetworkSettings withWindow(int frames) {
        return new NetworkSettings(nodes, channels, frames, returnables, firstTimeoutNs, leastTimeoutNs, mostTimeoutNs, giveUpNs, returnNs,
            answerDelayNs);
    }

    /**
     * {@return the same with another delay of answers}
     *
     * @param ns how long, 0 to {@link #MAX_ANSWER_DELAY_NS}
     */
    public NetworkSettings withAnswerDelay(long ns) {
        return new NetworkSettings(nodes, channels, window, returnables, firstTimeoutNs, leastTimeoutNs, mostTimeoutNs, giveUpNs, returnNs,
            ns);
    }
}
