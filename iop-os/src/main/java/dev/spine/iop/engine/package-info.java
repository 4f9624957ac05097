/**
 * Agents and the two engines that run them.
 *
 * <p>All active parts of the system are {@linkplain dev.spine.iop.engine.Agent agents}: {@code doWork(limit)} does at most {@code limit}
 * pieces of work. There is one agent per processor. The {@linkplain dev.spine.iop.engine.LiveEngine live engine} runs lists of agents
 * on platform threads against the wall clock; the {@linkplain dev.spine.iop.engine.ModelledEngine modelled engine} steps the same agents
 * one piece of work at a time from one event queue in virtual time. Code above this module cannot tell on which engine it is.
 *
 * <p>An agent touches the world only through its {@linkplain dev.spine.iop.engine.AgentContext context}: it delivers objects to lists,
 * submits transfers to a DMA engine, sets its timer and charges the cost of what it did. Nothing here depends on identity hashes,
 * unordered iteration, garbage collection or, on the modelled engine, the wall clock; randomness is one stream per agent, derived from
 * the seed and the agent's path.
 */
@NullMarked
package dev.spine.iop.engine;

import org.jspecify.annotations.NullMarked;
