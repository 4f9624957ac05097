package dev.spine.system.scenario;

/** A modelled run has nothing more to do although not all that was offered has arrived. The message says what of, in a line. Any thread. */
public final class IncompleteRunException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /**
     * A run that has lost something.
     *
     * @param problem which run, and what
     */
    public IncompleteRunException(String problem) {
        super(problem);
    }
}
