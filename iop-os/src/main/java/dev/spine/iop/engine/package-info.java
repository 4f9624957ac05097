/**
 * Agents and the two engines that run them.
 *
 * <p>All active parts of the system are {@linkplain dev.spine.iop.engine.Agent agents}: {@code doWork(limit)} does at most {@code limit}
 * pieces of work. There is one agent per processor. The {@linkplain dev.spine.iop.engine.live.LiveEngine live engine} runs lists of agents
 * on platform threads against the wall clock; the {@linkplain dev.spine.iop.engine.modelled.ModelledEngine modelled engine} steps the same
 * agents one piece of work at a time from event queues in virtual time. Code above this module cannot tell on which engine it is, and
 * needs this package alone.
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
 *       {@link dev.spine.iop.engine.modelled.ModelledEngine#assertEveryStepCharges}.</li>
 * </ol>
 * One that knows at the end of a step that nothing is left for it, as a wire does, may
 * {@linkplain dev.spine.iop.engine.AgentContext#nothingLeft say so}: the modelled engine then takes no further step to find that out.
 *
 * <p>An agent never blocks and never throws because of what a peer, a wire or a file sent it: an exception out of an agent stops the
 * engine.
 *
 * <p>What takes a processor for milliseconds and needs nothing of any agent is {@linkplain dev.spine.iop.engine.WorkerTask worker tasks}:
 * an agent hands it to the live engine's one {@linkplain dev.spine.iop.engine.WorkerThread worker thread} and gets it back through a list
 * that it consumes. The modelled engine has no such thread ({@link dev.spine.iop.engine.AgentContext#workerThread}); there an agent does it
 * itself.
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
 */
@NullMarked
package dev.spine.iop.engine;

import org.jspecify.annotations.NullMarked;
