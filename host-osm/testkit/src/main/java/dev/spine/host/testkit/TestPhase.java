package dev.spine.host.testkit;

/** Where a test is. */
public enum TestPhase {
    /** More will come. */
    RUNNING,
    /** What has not come by now never will. */
    OVER
}
