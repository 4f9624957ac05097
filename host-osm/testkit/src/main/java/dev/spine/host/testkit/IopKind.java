package dev.spine.host.testkit;

/** What the IOPs of a test are. A driver cannot tell, so one test text serves for all. Any thread. */
public enum IopKind {
    /** Kernel, executive and devices of this project. */
    SIMULATED,
    /** What the test says: {@link dev.spine.host.testkit.script}. */
    SCRIPTED,
    /** What was recorded: {@link dev.spine.host.testkit.record}. */
    RECORDED
}
