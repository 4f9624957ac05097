package dev.spine.extension.runtime.verify;

/** The image is no set of class files within the limits: nothing in it was looked at. Any thread. */
public final class MalformedException extends ExtensionException {
    private static final long serialVersionUID = 1L;

    /**
     * A broken promise.
     *
     * @param message what is wrong, where, and what to do
     */
    public MalformedException(String message) {
        super(message);
    }

    /**
     * A broken promise with the failure that showed it.
     *
     * @param message what is wrong, where, and what to do
     * @param cause the failure
     */
    public MalformedException(String message, Throwable cause) {
        super(message, cause);
    }
}
