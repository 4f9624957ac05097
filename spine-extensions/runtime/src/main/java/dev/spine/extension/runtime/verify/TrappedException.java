package dev.spine.extension.runtime.verify;

/** The extension was loaded and failed while it ran. Any thread. */
public final class TrappedException extends ExtensionException {
    private static final long serialVersionUID = 1L;

    /**
     * A broken promise.
     *
     * @param message what is wrong, where, and what to do
     */
    public TrappedException(String message) {
        super(message);
    }

    /**
     * A broken promise with the failure that showed it.
     *
     * @param message what is wrong, where, and what to do
     * @param cause the failure
     */
    public TrappedException(String message, Throwable cause) {
        super(message, cause);
    }
}
