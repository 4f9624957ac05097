package dev.spine.iop.engine;

/**
 * A condition did not come to hold: the system is idle, the limit has passed, or the engine was closed. The message says which.
 * Any thread.
 */
public final class AwaitFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Reports the end of waiting.
     *
     * @param message what was waited for, and why it cannot be
     */
    public AwaitFailedException(String message) {
        super(message);
    }
}
