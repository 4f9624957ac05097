/**
 * Which ways bytes can take between two devices, which way they took, and why.
 *
 * <p>A {@link dev.spine.peer.plan.TransferPlan} weighs the three {@linkplain dev.spine.peer.plan.TransferRoute routes} between two
 * {@linkplain dev.spine.peer.plan.DataLocation places} under the present {@linkplain dev.spine.peer.plan.Conditions conditions}, with a
 * reason for each. A {@link dev.spine.peer.plan.TransferReport} says afterwards which route was taken and what the accounts of the bus say
 * about it: a route that was taken but did not carry the bytes is visible.
 *
 * <pre>{@code
 * TransferPlan plan = TransferPlan.between(nic, screen, conditions);
 * TransferReport.Reading before = TransferReport.read(bus, nic, screen);
 * ... traffic ...
 * TransferReport report = plan.reportOn(plan.best(), TransferReport.read(bus, nic, screen).since(before));
 * }</pre>
 *
 * <p>Values only; any thread. Accounts are read while the engine stands still.
 */
@NullMarked
package dev.spine.peer.plan;

import org.jspecify.annotations.NullMarked;
