package dev.spine.perf.plan;

/** No plan can be made of what was asked. The message is one line for people. Any thread. */
public final class PlanException extends Exception {
    private static final long serialVersionUID = 1L;

    PlanException(String problem) {
        super(problem);
    }
}
