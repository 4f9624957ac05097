package dev.spine.device.disk;

import dev.spine.iop.engine.AgentContext;

/** Tells whoever runs the system that a disk's bytes have no room, once a minute while it lasts. Belongs to the IOP's agent. */
final class RoomWarning {
    private static final long PAUSE_NS = 60_000_000_000L;

    private final AgentContext agent;
    private final String disk;
    private boolean notified;
    private long notifiedNs;
    private long untold;

    RoomWarning(AgentContext agent, String disk) {
        this.agent = agent;
        this.disk = disk;
    }

    /**
     * A request has failed.
     *
     * @param room what keeps the bytes, and how much room is left there
     */
    void notify(String room) {
        long nowNs = agent.nowNs();
        if (notified && nowNs - notifiedNs < PAUSE_NS) {
            untold++;
            return;
        }
        agent.warn(disk + " has no room left in " + room + ": what needs more is refused until there is"
            + (untold == 0 ? "" : "; " + (untold + 1) + " requests since this was said last"));
        notified = true;
        notifiedNs = nowNs;
        untold = 0;
    }
}
