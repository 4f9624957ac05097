package dev.spine.iop.engine;

/**
 * Ends a thread that the live engine has abandoned when the code in which it hung comes back: its agents have a new one. Whoever catches
 * it lets it through.
 */
public final class ThreadLostError extends Error {
    private static final long serialVersionUID = 1L;

    /** An error without a stack. */
    public ThreadLostError() {
        super("this thread was abandoned: its agents have a new one", null, false, false);
    }
}
