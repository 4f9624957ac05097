package dev.spine.iop.engine;

/** Something that an agent does at a time: made once, started and cancelled through its agent's {@link TimerList} as often as needed. */
public final class Timer {
    static final int NOT_RUNNING = -1;

    private final String name;
    private final Runnable onExpiry;
    /** Position in the list's heap, or {@link #NOT_RUNNING}. */
    int position = NOT_RUNNING;
    long dueNs;
    long sequence;

    /**
     * A timer that does not run.
     *
     * @param name for messages
     * @param onExpiry what to do; runs within a step of the agent and may start this or other timers
     */
    public Timer(String name, Runnable onExpiry) {
        this.name = name;
        this.onExpiry = onExpiry;
    }

    /** {@return whether it was started and has neither expired nor been cancelled} */
    public boolean isRunning() {
        return position != NOT_RUNNING;
    }

    void expire() {
        onExpiry.run();
    }

    @Override
    public String toString() {
        return "timer '" + name + "'" + (isRunning() ? " due at " + dueNs + " ns" : "");
    }
}
