/**
 * Agents and the two engines that run them.
 *
 * <p>All active parts of the system are {@linkplain dev.spine.iop.engine.Agent agents}: {@code doWork(limit)} does at most {@code limit}
 * pieces of work. There is one agent per processor. The {@linkplain dev.spine.iop.engine.LiveEngine live engine} runs lists of agents
 * on platform threads against the wall clock; the {@linkplain dev.spine.iop.engine.ModelledEngine modelled engine} steps the same agents
 * one piece of work at a time from event queues in virtual time. Code above this module cannot tell on which engine it is.
 *
 * <h2>Writing an agent</h2>
 *
 * <p>An agent touches the world only through its {@linkplain dev.spine.iop.engine.AgentContext context}: it delivers objects to lists,
 * submits transfers to a DMA engine, sets its timer and charges the cost of what it did. Four habits make it run on both engines:
 * <ol>
 *   <li>It {@linkplain dev.spine.iop.engine.AgentContext#consumes consumes} every list that it polls, so that a delivery causes a
 *       step.</li>
 *   <li>When it takes from a list that others fill and finds it empty, it says {@code wakeMe(list)} and returns.</li>
 *   <li>What is due at a time it asks for by {@link dev.spine.iop.engine.AgentContext#wakeAt} at the end of each step: only the earliest
 *       request counts, and a step forgets it.</li>
 *   <li>It charges by name where the work is done; a step that works and charges nothing is found by
 *       {@link dev.spine.iop.engine.ModelledEngine#assertEveryStepCharges}.</li>
 * </ol>
 * One that knows at the end of a step that nothing is left for it, as a wire does, may
 * {@linkplain dev.spine.iop.engine.AgentContext#nothingLeft say so}: the modelled engine then takes no further step to find that out.
 *
 * <p>An agent never blocks and never throws because of what a peer, a wire or a file sent it: an exception out of an agent stops the
 * engine.
 *
 * <p>What takes a processor for milliseconds and needs nothing of any agent is {@linkplain dev.spine.iop.engine.SideWork side work}: an
 * agent hands it to the live engine's one {@linkplain dev.spine.iop.engine.SideThread side thread} and gets it back through a list that it
 * consumes. The modelled engine has no such thread ({@link dev.spine.iop.engine.AgentContext#sideThread}); there an agent does it itself.
 *
 * <h2>Using an engine</h2>
 *
 * <p>Add agents, start, use the system through {@link dev.spine.iop.engine.Tasks}, close:
 * <pre>{@code
 * try (Engine engine = new ModelledEngine(profile, seed)) {          // or new LiveEngine(Layout.ONE_CORE, seed)
 *     Host host = engine.add("node0/host", profile.host(), context -> new Host(context, bus));
 *     engine.start();
 *     Tasks tasks = engine.tasks(host);
 *     tasks.run(() -> host.boot());                                  // between two steps of the host
 *     tasks.await("all IOPs operational", host::isOperational);      // evaluated after each step of the host
 * }
 * }</pre>
 *
 * <h2>Time and order on the modelled engine</h2>
 *
 * <p>A {@linkplain dev.spine.iop.engine.MachineProfile profile} says what operations, buses, DMA engines and wires cost. An effect carries
 * its agent's local time: the start of the step plus what was charged so far. Events are ordered by time, phase (arrivals, calls, steps),
 * destination, source and the source's own sequence. Nothing depends on identity hashes, unordered iteration, garbage collection or the
 * wall clock; randomness is one stream per agent, derived from the seed and the agent's path. A run can therefore be executed again:
 * see {@link dev.spine.iop.engine.Replay}.
 *
 * <p>Agents whose paths have the same part before the first slash are a node, with an event queue of its own. Nodes meet only on wires,
 * which declare it ({@link dev.spine.iop.engine.AgentContext#meets}), so that
 * {@linkplain dev.spine.iop.engine.ModelledEngine#advanceTo(long, int) several threads} may execute them side by side in windows of virtual
 * time as long as the fastest wire's latency. The order of a node's events does not depend on it.
 */
@NullMarked
package dev.spine.iop.engine;

import org.jspecify.annotations.NullMarked;
