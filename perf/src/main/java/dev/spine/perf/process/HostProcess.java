package dev.spine.perf.process;

import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostWork;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;

/**
 * The process in which an application of a path through the host runs: charges what the host's operating system takes for it. All such
 * paths have the same costs, whichever the workload; interrupts, and what the driver does, are the driver's own. Used on the host's agent.
 *
 * <p>The process sleeps when the host has given all drivers their turn. The first thing that comes for it then switches to it.
 */
public final class HostProcess implements HostWork {
    private final AgentContext agent;
    private boolean isAwake;

    /**
     * A process that sleeps. While the system is built, or on the host agent's thread.
     *
     * @param host on which it runs
     */
    public HostProcess(HostAgent host) {
        this.agent = host.context();
        host.register(this);
    }

    /** A packet has come, through the network stack and a socket, and the application has received it. */
    public void packetArrived() {
        agent.charge(Op.SOFT_INTERRUPT);
        agent.charge(Op.IP_INPUT);
        agent.charge(Op.SOCKET_INPUT);
        wake();
        agent.charge(Op.SYSTEM_CALL);
    }

    /** The application has sent a packet, through a socket and the network stack. */
    public void packetSent() {
        agent.charge(Op.SYSTEM_CALL);
        agent.charge(Op.SOCKET_OUTPUT);
        agent.charge(Op.IP_OUTPUT);
    }

    /** A message has come from a device, and the application has received it. */
    public void messageArrived() {
        wake();
        agent.charge(Op.SYSTEM_CALL);
    }

    /** The application has had a device do something: read, write, show, send a message. */
    public void called() {
        agent.charge(Op.SYSTEM_CALL);
    }

    /** What a device was called for is done, and the call returns. */
    public void callEnded() {
        wake();
    }

    /** The application has done its part for one unit of the workload. */
    public void unit() {
        agent.charge(Op.APPLICATION_UNIT);
    }

    private void wake() {
        if (!isAwake) {
            isAwake = true;
            agent.charge(Op.CONTEXT_SWITCH);
        }
    }

    /** Sleeps. */
    @Override
    public int doWork(int limit) {
        isAwake = false;
        return 0;
    }
}
