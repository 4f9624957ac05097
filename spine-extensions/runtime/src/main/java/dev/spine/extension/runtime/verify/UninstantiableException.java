package dev.spine.extension.runtime.verify;

/** The entry class cannot be made. Any thread. */
public final class UninstantiableException extends ExtensionException {
    private static final long serialVersionUID = 1L;

    /**
     * A broken promise.
     *
     * @param message what is wrong, where, and what to do
     */
    public UninstantiableException(String message) {
        super(message);
    }

    /**
     * A broken promise with the failure that showed it.
     *
     * @param message what is wrong, where, and what to do
     * @param cause the failure
     */
    public UninstantiableException(String message, Throwable cause) {
        super(message, cause);
    }
}
