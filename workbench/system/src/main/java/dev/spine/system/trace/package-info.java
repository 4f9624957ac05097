/**
 * Keeps every I2O message of a run and every packet on its wires, in a pcapng file, as a listing, or as events for Perfetto.
 *
 * <p>A {@code Trace} is an engine's {@link dev.spine.iop.engine.DeliveryTap}: since a delivery is the one effect
 * that agents have on each other, it sees everything that is posted or sent, on both engines. It hands
 * {@code TracedMessage} and {@code TracedPacket} to a {@code TraceFile}
 * and a {@code Listing}, one at a time, and keeps none of them. {@code docs/observing.md} describes the file,
 * {@code docs/trace/spine-i2o.lua} teaches it to Wireshark.
 */
@NullMarked
package dev.spine.system.trace;

import org.jspecify.annotations.NullMarked;
