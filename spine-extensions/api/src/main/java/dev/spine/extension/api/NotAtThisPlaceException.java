package dev.spine.extension.api;

/**
 * An extension asked for something that the place does not have on which it was loaded: a host that has no disks, for
 * example. The message says what is missing. Nothing was done: an extension that can do without catches the
 * {@link UnsupportedOperationException}, another is stopped. Any thread.
 */
public final class NotAtThisPlaceException extends UnsupportedOperationException {
    private static final long serialVersionUID = 1L;

    /**
     * A refusal.
     *
     * @param message what is missing, where, and what to do instead
     */
    public NotAtThisPlaceException(String message) {
        super(message);
    }
}
