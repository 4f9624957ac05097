package dev.spine.perf.benchmarks.livelock;

/** How a host receives. Any thread. */
public enum Receiving {
    /** Drivers process each packet as it comes, into a queue for the application, which runs when they have nothing to do. */
    DIRECT,
    /** The card has a queue for each socket; the host gets what the application takes, and the application processes it. */
    LAZY
}
