package dev.spine.host.driver;

/**
 * A context that a driver has given out and that is in use: somebody waits for replies. Immutable; any thread.
 *
 * @param context the value of InitiatorContext
 * @param standing whether it stays until it is released, instead of ending with its last reply
 * @param handler who waits
 */
public record OpenContext(int context, boolean standing, ReplyHandler handler) {}
