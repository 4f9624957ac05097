package dev.spine.perf.forward;

/**
 * Packets, and the routes by which they are to be forwarded. Any thread.
 *
 * @param routes that a router has to know
 * @param packets that are offered
 */
public record ForwardTraffic(ForwardRoutes routes, ForwardPackets packets) {}
