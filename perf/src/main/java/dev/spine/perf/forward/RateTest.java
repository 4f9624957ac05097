package dev.spine.perf.forward;

/** What RFC 2544 asks for beside the throughput of each path and the latency at it. Any thread. */
public enum RateTest {
    /** How much is lost at rates from the wire's down (26.3). */
    LOSS_RATES,
    /** How many frames may come one behind the other before the first is lost (26.4). */
    BACK_TO_BACK
}
