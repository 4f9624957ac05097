package dev.spine.iop.engine;

import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.modelled.ModelledEngine;
import java.util.function.Function;

/**
 * Runs agents: against the wall clock ({@link LiveEngine}) or in virtual time ({@link ModelledEngine}).
 *
 * <p>A system is built by {@link #add adding} its agents, then {@linkplain #start started}, used through {@link #tasks}, and
 * {@linkplain #close closed}. Building and closing happen on one thread, the owner's.
 */
public interface Engine extends AutoCloseable {
    /** {@return {@code "live"} or {@code "modelled"}, as in records and tables} */
    String name();

    /**
     * Adds an agent. Only before {@link #start}.
     *
     * <p>Agents that share a live thread are called in the order in which they were added. On the modelled engine that order does not
     * matter: events of one instant are ordered by path.
     *
     * @param <A> the agent's type
     * @param path the component path, unique within the engine, for example {@code "node0/iop1"}
     * @param processor what runs it; its costs count on the modelled engine only
     * @param factory makes the agent over its context; deliveries made within it arrive at once
     * @return what the factory made
     * @throws IllegalArgumentException when an agent has this path already
     * @throws IllegalStateException when the engine has been started
     */
    <A extends Agent> A add(String path, ProcessorSpec processor, Function<AgentContext, A> factory);

    /**
     * Lets a tap hear of every delivery of the agents that are added from now on. Before the first of them, at most once.
     *
     * @param tap hears
     * @throws IllegalStateException when there is an agent or a tap already
     */
    void tap(DeliveryTap tap);

    /**
     * Starts: threads run on the live engine; on the modelled engine time stands still until somebody waits for something.
     *
     * @throws IllegalStateException when called twice
     */
    void start();

    /**
     * Stops all agents and tasks and returns when none runs any more. Further calls do nothing.
     *
     * @throws EngineFailedException when an agent or task failed and no waiting caller was told
     */
    @Override
    void close();

    /**
     * {@return the way in for blocking code that belongs to an agent, usually the host's}
     *
     * @param host an agent of this engine
     */
    Tasks tasks(Agent host);

    /** {@return nanoseconds since the engine was made: wall clock, or virtual; any thread, but a running modelled engine's own only} */
    long nowNs();

    /**
     * {@return how much an agent has worked so far; any thread}
     *
     * @param agent an agent of this engine
     */
    AgentMeter meter(Agent agent);
}
