/**
 * Bounded first-in first-out rings between threads: what the lists of the messaging unit are made of.
 *
 * <p>A slot that holds null is free, a slot that holds an object is full; the slot itself is the only thing that both sides touch for
 * each object. A receiver looks at its next slot only, and a sender asks the receiver's position once per lap, not once per object. An
 * object costs the transfer of one cache line from core to core, and objects that come close together share that line.
 *
 * <table>
 * <caption>Which ring</caption>
 * <tr><th>ring</th><th>offering</th><th>polling</th></tr>
 * <tr><td>{@link dev.spine.i2o.unit.ring.SpscRing}</td><td>one thread</td><td>one thread</td></tr>
 * <tr><td>{@link dev.spine.i2o.unit.ring.IndexRing} (numbers, not references)</td><td>one thread</td><td>one thread</td></tr>
 * </table>
 *
 * <p>They are faster between two cores than general array queues because they do less: no iteration, no blocking, no polling by
 * several threads. Positions of the two sides lie 128 bytes apart from each other and from everything else, since processors fetch pairs
 * of lines. Nothing is allocated after construction. The idea of slots that tell their own state is from FastForward (Giacomoni, Moseley
 * and Vachharajani, PPoPP 2008).
 */
@NullMarked
package dev.spine.i2o.unit.ring;

import org.jspecify.annotations.NullMarked;
