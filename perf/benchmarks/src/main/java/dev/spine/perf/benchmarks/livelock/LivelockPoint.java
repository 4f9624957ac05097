package dev.spine.perf.benchmarks.livelock;

/**
 * What was measured at one rate. Any thread.
 *
 * @param offered packets per second that were sent to the flooded port
 * @param delivered packets per second that its application has processed
 * @param quietOffered packets per second to the other port
 * @param quietDelivered packets per second that its application has processed
 */
public record LivelockPoint(double offered, double delivered, double quietOffered, double quietDelivered) {}
