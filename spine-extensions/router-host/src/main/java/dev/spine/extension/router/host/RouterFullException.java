package dev.spine.extension.router.host;

/** The cards have no room for what was asked for; everything is as before. */
public final class RouterFullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * With a text.
     *
     * @param message what is full, and what to do
     */
    public RouterFullException(String message) {
        super(message);
    }
}
