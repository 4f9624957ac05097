package dev.spine.extension.runtime.limits;

/**
 * How much of the card's memory, transfers and messages one extension instance may use. What it may hold at a time is in
 * {@link InstanceLimits}; the reasons for the standard are in docs/extension-rules.md. Any thread.
 *
 * @param memoryBytes bytes of the card's memory
 * @param dmaPerSecond bytes that its transfers and requests to disks move, of those that begin in one second
 * @param messagesPerSecond messages and frames that it sends in one second
 * @param handlers handlers of messages and packets
 */
public record CardLimits(long memoryBytes, long dmaPerSecond, long messagesPerSecond, int handlers) {
    /** The most instances on one card. */
    public static final int MAX_INSTANCES = 255;

    /** What an instance gets when nobody says otherwise: no more than a card can do, so that one that is alone is never throttled. */
    public static final CardLimits STANDARD = new CardLimits(64L << 20, 64L << 30, 100_000_000, 319);
}
