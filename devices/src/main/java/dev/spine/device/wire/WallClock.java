package dev.spine.device.wire;

import dev.spine.iop.engine.AgentContext;

/** What wires ask for whose far end is the outside world, for which no modelled time passes. Any thread. */
public final class WallClock {
    private WallClock() {}

    /**
     * Refuses the modelled engine.
     *
     * @param agent the wire's, or that of a device on it
     * @param wire the wire's name in the system file
     * @param what its far end is, for people, with its article
     * @throws IllegalArgumentException when the agent's engine is the modelled one
     */
    public static void require(AgentContext agent, String wire, String what) {
        if (agent.isModelled()) {
            throw new IllegalArgumentException("wire '" + wire + "' is " + what + " and lives on the wall clock; use the live engine, or a"
                + " capture, a link or a switch on the modelled one");
        }
    }
}
