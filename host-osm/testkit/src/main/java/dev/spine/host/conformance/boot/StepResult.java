package dev.spine.host.conformance.boot;

/**
 * What became of a step. Immutable; any thread.
 *
 * @param step what was done, for example {@code "HrtGet"}
 * @param outcome how it ended
 * @param detail what was seen, or why it was left out; empty when it passed
 */
public record StepResult(String step, Outcome outcome, String detail) {
    /** How a step ended. */
    public enum Outcome {
        /** As the driver expects. */
        PASSED,
        /** Otherwise; the script ends. */
        FAILED,
        /** Not done. */
        LEFT_OUT
    }

    @Override
    public String toString() {
        return outcome + " " + step + (detail.isEmpty() ? "" : ": " + detail);
    }
}
