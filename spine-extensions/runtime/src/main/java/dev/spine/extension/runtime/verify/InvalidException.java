package dev.spine.extension.runtime.verify;

/** The class files are well formed, and contain what no extension may contain. Any thread. */
public final class InvalidException extends ExtensionException {
    private static final long serialVersionUID = 1L;

    /**
     * A broken promise.
     *
     * @param message what is wrong, where, and what to do
     */
    public InvalidException(String message) {
        super(message);
    }

    /**
     * A broken promise with the failure that showed it.
     *
     * @param message what is wrong, where, and what to do
     * @param cause the failure
     */
    public InvalidException(String message, Throwable cause) {
        super(message, cause);
    }
}
