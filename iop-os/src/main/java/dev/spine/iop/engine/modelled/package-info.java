/**
 * The engine that steps agents one piece of work at a time, from event queues in virtual time.
 *
 * <p>{@link dev.spine.iop.engine.modelled.ModelledEngine} is made with a machine's profile and a seed. Beside it here are those who may
 * look on ({@link dev.spine.iop.engine.modelled.EngineObserver}), decide on the order
 * ({@link dev.spine.iop.engine.modelled.Schedule}) or go back ({@link dev.spine.iop.engine.modelled.Replay}). The contract that agents see
 * is {@link dev.spine.iop.engine}.
 *
 * <h2>Time and order</h2>
 *
 * <p>A {@linkplain dev.spine.iop.engine.MachineProfile profile} says what operations, buses, DMA engines and wires cost. An effect carries
 * its agent's local time: the start of the step plus what was charged so far. Events are ordered by time, phase (arrivals, calls, steps),
 * destination, source and the source's own sequence. Nothing depends on identity hashes, unordered iteration, garbage collection or the
 * wall clock; randomness is one stream per agent, derived from the seed and the agent's path. A run can therefore be executed again:
 * see {@link dev.spine.iop.engine.modelled.Replay}.
 *
 * <p>Agents whose paths have the same part before the first slash are a node, with an event queue of its own. Nodes meet only on wires,
 * which declare it ({@link dev.spine.iop.engine.AgentContext#meets}), so that
 * {@linkplain dev.spine.iop.engine.modelled.ModelledEngine#advanceTo(long, int) several threads} may execute them side by side in windows
 * of virtual time as long as the fastest wire's latency. The order of a node's events does not depend on it.
 */
@NullMarked
package dev.spine.iop.engine.modelled;

import org.jspecify.annotations.NullMarked;
