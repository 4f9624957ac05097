package dev.spine.extension.runtime.verify;

/** The code names something outside its image that is not open to extensions. Any thread. */
public final class UnlinkableException extends ExtensionException {
    private static final long serialVersionUID = 1L;

    /**
     * A broken promise.
     *
     * @param message what is wrong, where, and what to do
     */
    public UnlinkableException(String message) {
        super(message);
    }
}
