/**
 * The messaging unit: how a message frame travels from a sender into a target's memory and how the frame comes back.
 *
 * <p>I2O has four queues per IOP (inbound free, inbound post, outbound free, outbound post; I2O 1.5, messaging unit). Here each pair
 * of a free list and a post list between one sender and one target is a {@link dev.spine.i2o.unit.QueuePair}:
 * <ol>
 *   <li>the sender takes a free {@link dev.spine.i2o.unit.Frame} of the target ({@code take}),</li>
 *   <li>writes the message into it, in the <em>target's</em> memory,</li>
 *   <li>posts it ({@code post}),</li>
 *   <li>the target polls it, works, and frees it ({@code poll}, {@code free}).</li>
 * </ol>
 * An IOP's {@link dev.spine.i2o.unit.MessagingUnit} holds one inbound queue pair per trusted sender, one reply queue pair per connection,
 * one shared queue pair behind the registers ({@link dev.spine.i2o.unit.RegisterInterface}), and the outbound queue pair to the host.
 *
 * <p>Frame states are FREE, GRANTED, POSTED, OWNED, PRESERVED. The target is the arbiter of OWNED: it keeps it in its own array and
 * drops and counts what it already owns. A stale writer whose frame was granted again cannot be detected; dispatch therefore copies a
 * frame before it reads it.
 *
 * <p>All queue movements go through {@link dev.spine.i2o.unit.Delivery}, so that the engine decides what a delivery means: one
 * {@code offer} on the live engine, one event on the modelled engine.
 */
@NullMarked
package dev.spine.i2o.unit;

import org.jspecify.annotations.NullMarked;
