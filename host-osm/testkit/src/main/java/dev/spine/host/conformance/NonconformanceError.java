package dev.spine.host.conformance;

/** An IOP does not do what the architecture wants; the message says what was expected and what came. Any thread. */
public final class NonconformanceError extends AssertionError {
    private static final long serialVersionUID = 1L;

    /**
     * Says what is wrong.
     *
     * @param message what was expected and what came
     */
    public NonconformanceError(String message) {
        super(message);
    }
}
