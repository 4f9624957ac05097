package dev.spine.iop.engine;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How blocking code works with an agent: a caller outside the engine (a command, a JUnit test), or a task that runs inside.
 *
 * <p>Live, a task is a virtual thread. Modelled, it is a thread that runs only while it holds the engine's single baton, which it gives
 * up in {@link #await} and {@link #call} and nowhere else; a caller outside drives the engine while it waits. Each task and each
 * outside caller has a clock of its own, which moves when it waits; what it {@linkplain #call calls} is charged to the agent's
 * processor.
 *
 * <p>A switch costs microseconds: tasks are for control, the data path is callbacks on the agent.
 *
 * <p>No method may be called from within an agent's step, a condition or a supplier: that is an error which names the call.
 */
public interface Tasks {
    /**
     * Waits until a condition holds. The condition reads state of the agent's bus agent only; it is evaluated on the agent's thread, at
     * once and after each of its steps, and must not change anything.
     *
     * @param what for messages, completing "waiting for", for example {@code "the reply to ExecStatusGet"}
     * @param condition what must hold
     * @throws AwaitFailedException when it cannot hold any more: "the system is idle and the condition can never hold" (modelled), the
     *     engine's limit has passed (live 60 s of wall-clock time, modelled 600 s of virtual time), or the engine was closed
     * @throws EngineFailedException when an agent or task failed
     */
    void await(String what, BooleanSupplier condition);

    /**
     * Runs something on the agent's thread, as {@link #run}, and waits until a condition holds, in one: the caller sleeps once, not twice.
     *
     * @param what for messages, as for {@link #await}
     * @param onHostAgent as for {@link #call}
     * @param condition as for {@link #await}
     */
    default void runAndAwait(String what, Runnable onHostAgent, BooleanSupplier condition) {
        run(onHostAgent);
        await(what, condition);
    }

    /**
     * As {@link #await}, but for a caller that goes on when it takes too long, also when the agent does not come back from a step.
     *
     * @param what for messages, as for {@link #await}
     * @param condition as for {@link #await}
     * @param limitNs for how long: nanoseconds, live of wall-clock time, modelled of virtual time, looked at after each step of the agent
     * @return whether it holds; false when it has not come about, for whatever reason {@link #await} would name
     * @throws EngineFailedException when an agent or task failed
     */
    boolean awaitFor(String what, BooleanSupplier condition, long limitNs);

    /**
     * Runs something on the agent's thread between two of its steps, and waits for it.
     *
     * @param <T> what it returns
     * @param onHostAgent may do what the agent may do, through the agent's objects; an exception that it throws is thrown here
     * @return what it returned
     * @throws AwaitFailedException when the engine was closed before
     * @throws EngineFailedException when an agent or task failed before
     */
    <T extends @Nullable Object> T call(Supplier<T> onHostAgent);

    /**
     * Runs something on the agent's thread between two of its steps, and waits for it.
     *
     * @param onHostAgent as for {@link #call}
     */
    default void run(Runnable onHostAgent) {
        call(() -> {
            onHostAgent.run();
            return Boolean.TRUE;
        });
    }

    /**
     * Starts a task. It begins after the caller's present time. An exception that leaves it is a defect and stops the engine.
     *
     * @param name for messages and threads, unique among the tasks that run
     * @param task blocking code that waits only through these methods
     * @return tells when it has ended
     */
    RunningTask spawn(String name, Runnable task);
}
