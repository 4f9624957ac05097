package dev.spine.host.driver;

/**
 * One timer of the host's agent, made once and set again and again. Host agent's thread only.
 */
public final class HostTimer {
    /** The time of a timer that is not set. */
    static final long NEVER = Long.MAX_VALUE;

    private final HostAgent agent;
    private final Runnable action;
    private long dueNs = NEVER;

    HostTimer(HostAgent agent, Runnable action) {
        this.agent = agent;
        this.action = action;
    }

    /**
     * Sets the timer; an earlier setting is forgotten.
     *
     * @param timeNs when it expires, on the scale of {@code AgentContext.nowNs()}
     */
    public void set(long timeNs) {
        dueNs = timeNs;
        agent.timerSet(timeNs);
    }

    /**
     * Sets the timer relative to now.
     *
     * @param delayNs in how many nanoseconds it expires, at least 0
     */
    public void setIn(long delayNs) {
        set(agent.context().nowNs() + delayNs);
    }

    /** Forgets the setting. */
    public void cancel() {
        dueNs = NEVER;
    }

    /** {@return whether the timer is set} */
    public boolean isSet() {
        return dueNs != NEVER;
    }

    /** {@return when it expires, on the scale of the agent's clock; {@link Long#MAX_VALUE} while it is not set} */
    public long dueNs() {
        return dueNs;
    }

    void expire() {
        dueNs = NEVER;
        action.run();
    }
}
