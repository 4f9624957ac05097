package dev.spine.iop.engine;

/**
 * An agent or a task threw: a defect, because what peers, wires and files send is counted and answered, never thrown. The engine has
 * stopped; the cause is the defect.
 */
public final class EngineFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Reports a defect.
     *
     * @param role the agent or task that threw
     * @param cause what it threw
     */
    public EngineFailedException(String role, Throwable cause) {
        super(role + " threw " + cause + "; the engine has stopped", cause);
    }
}
