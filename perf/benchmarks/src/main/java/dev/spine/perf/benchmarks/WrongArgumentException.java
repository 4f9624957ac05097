package dev.spine.perf.benchmarks;

/** An argument that a measuring command cannot take. The message is one line that says which and what is wanted instead. Any thread. */
public final class WrongArgumentException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /**
     * An argument is wrong.
     *
     * @param message one line: which, and what is wanted instead
     */
    public WrongArgumentException(String message) {
        super(message);
    }
}
