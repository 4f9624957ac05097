package dev.spine.host.driver;

/** Something on the host's side did not succeed. The message says what, and what to do where there is something to do. Any thread. */
public class HostException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * A failure.
     *
     * @param message what did not succeed
     */
    public HostException(String message) {
        super(message);
    }
}
