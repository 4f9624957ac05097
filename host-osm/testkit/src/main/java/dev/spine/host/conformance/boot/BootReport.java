package dev.spine.host.conformance.boot;

import java.util.List;

/**
 * What became of a script. Immutable; any thread.
 *
 * @param driver whose script it was
 * @param steps in order; nothing after the first that failed
 */
public record BootReport(String driver, List<StepResult> steps) {
    /** Keeps its own list. */
    public BootReport {
        steps = List.copyOf(steps);
    }

    /** {@return whether no step failed} */
    public boolean passed() {
        return steps.stream().noneMatch(step -> step.outcome() == StepResult.Outcome.FAILED);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(driver);
        steps.forEach(step -> text.append("\n    ").append(step));
        return text.toString();
    }
}
