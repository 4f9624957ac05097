package dev.spine.perf.benchmarks.livelock;

import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;

/**
 * What a packet costs the host beside its driver: assumed, in units of the profile's {@code application-unit}, which is 2 µs with
 * {@code lanai-33}. Protocol processing of a small packet took some tens of microseconds on machines of the time, and an application as
 * much.
 */
final class HostCosts {
    private static final int PROTOCOL_UNITS = 12;
    private static final int APPLICATION_UNITS = 12;

    private HostCosts() {}

    /** IP and UDP. */
    static void protocol(AgentContext agent) {
        agent.charge(Op.APPLICATION_UNIT, PROTOCOL_UNITS);
    }

    /** What the application does with a packet. */
    static void application(AgentContext agent) {
        agent.charge(Op.APPLICATION_UNIT, APPLICATION_UNITS);
    }
}
