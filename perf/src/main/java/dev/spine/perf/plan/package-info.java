/**
 * Says before a transfer what it will do: whether it is possible and by which routes, at what rate at most, and what limits it.
 *
 * <p>{@link RoutePlanner} weighs the routes by the description of a system alone. {@link UnitWork}
 * is what one unit, a packet or a chunk, asks of each resource; {@link UnitCounter} counts it on a machine that is
 * slowed down until one processor is all that limits, so that nothing waits and every batch is full. The described machine does not run:
 * its rate is what its busiest resource allows. {@code spine plan} prints it.
 */
@NullMarked
package dev.spine.perf.plan;

import org.jspecify.annotations.NullMarked;
