package dev.spine.host.testkit;

/** Where a test is. Any thread. */
public enum TestPhase {
    /** More will come. */
    RUNNING,
    /** What has not come by now never will. */
    OVER
}
