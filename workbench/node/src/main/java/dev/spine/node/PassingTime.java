package dev.spine.node;

import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostTimer;
import dev.spine.iop.engine.Tasks;

/**
 * Lets time pass, virtual or real, for a caller that waits: a timer of the host moves virtual time when nothing else does. Any thread that
 * may use the host's tasks.
 */
public final class PassingTime {
    private final HostAgent host;
    private final HostTimer timer;

    /**
     * Time of a host.
     *
     * @param host its agent; before the engine is started
     */
    public PassingTime(HostAgent host) {
        this.host = host;
        this.timer = host.timer(() -> { });
    }

    /**
     * Sets the timer.
     *
     * @param tasks of the host's agent
     * @param ns nanoseconds from now, at least 1
     * @return when that is, by the host's clock
     */
    public long in(Tasks tasks, long ns) {
        return tasks.call(() -> {
            timer.setIn(ns);
            return host.context().nowNs() + ns;
        });
    }

    /**
     * Returns when a time has passed.
     *
     * @param tasks of the host's agent
     * @param ns nanoseconds, at least 1
     */
    public void pass(Tasks tasks, long ns) {
        long until = in(tasks, ns);
        tasks.await("time to pass", () -> host.context().nowNs() >= until);
    }
}
