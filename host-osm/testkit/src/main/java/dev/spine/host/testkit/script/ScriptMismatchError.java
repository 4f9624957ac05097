package dev.spine.host.testkit.script;

/** What a driver did is not what the script of its IOP expects. The message compares field by field. Any thread. */
public final class ScriptMismatchError extends AssertionError {
    private static final long serialVersionUID = 1;

    /**
     * Reports mismatches.
     *
     * @param message what was expected and what came
     */
    public ScriptMismatchError(String message) {
        super(message);
    }
}
