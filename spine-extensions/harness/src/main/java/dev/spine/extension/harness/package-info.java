/**
 * Runs extensions on simulated cards, in plain JUnit: what an author takes as a test dependency.
 *
 * <p>{@link dev.spine.extension.harness.SimulatedCard} is a node with a host and a card, {@link
 * dev.spine.extension.harness.SimulatedNetwork} several of them at a switch. Extensions are loaded by the host through the same runtime as
 * on any card: verified, metered, within quotas. A test lets frames arrive from the wire, sends messages as the host does, waits, and
 * looks at counters, at messages to the host, at frames that were sent, at disk and screen. A refused extension is an {@link
 * dev.spine.extension.host.ExtensionRefusedException} with the verdict.
 *
 * <p>Each activation is recorded ({@link dev.spine.extension.harness.Activation}): its message, the lines that it reached, its calls of
 * the API with what they returned, the fuel that it used. {@link dev.spine.extension.harness.CardBuilder#stepping} goes through it step by
 * step.
 *
 * <p>At the end a test fails when an extension was stopped and nobody asked, or when it keeps more than after its start. With JUnit's
 * {@code @AutoClose} on a field, a {@code try} block, or the annotation of {@code dev.spine.extension.harness.testkit}, no test forgets
 * the end.
 */
@NullMarked
package dev.spine.extension.harness;

import org.jspecify.annotations.NullMarked;
