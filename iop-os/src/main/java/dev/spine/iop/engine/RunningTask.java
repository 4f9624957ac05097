package dev.spine.iop.engine;

/** A task that was {@linkplain Tasks#spawn spawned}. Any thread. */
public interface RunningTask {
    String name();

    /** {@return whether it has ended; usable in a condition: {@code tasks.await("the end", task::hasEnded)}} */
    boolean hasEnded();
}
