/**
 * The conformance suite: what any IOP must do, runnable against any implementation of the register interface.
 *
 * <p><b>What it needs</b> is a {@link dev.spine.host.conformance.ConformanceTarget}: reads and writes of words in the IOP's window, and
 * memory of the host that the IOP reaches. Nothing of the simulated IOP is used; messages are built with the public message layer.
 *
 * <p><b>What it checks</b> stands in two tables. {@link dev.spine.host.conformance.StateTable}: every function of the executive and of all
 * objects, in every state that a host can bring an IOP into. {@link dev.spine.host.conformance.ToleranceList}: each quirk of public
 * drivers that an IOP has to bear.
 *
 * <p><b>To run it</b> extend {@link dev.spine.host.conformance.StateTableSuite} and {@link dev.spine.host.conformance.ToleranceSuite} in a
 * JUnit project, or call {@link dev.spine.host.conformance.StateCell#check} and the rows' checks from anywhere. What an IOP does otherwise
 * is a {@link dev.spine.host.conformance.NonconformanceError}.
 *
 * <p>Everything is used by one thread, that of the test.
 */
@NullMarked
package dev.spine.host.conformance;

import org.jspecify.annotations.NullMarked;
