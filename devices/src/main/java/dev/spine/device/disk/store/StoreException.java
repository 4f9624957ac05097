package dev.spine.device.disk.store;

/** A store cannot be opened. The message is one line for people: what is wrong, and what to do. Any thread. */
public final class StoreException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * Says why.
     *
     * @param message one line
     */
    public StoreException(String message) {
        super(message);
    }
}
