/**
 * {@code spine trace}: runs something and keeps every I2O message and every packet on a wire, in a pcapng file and as a listing.
 *
 * <p>A {@code Trace} is an engine's {@link dev.spine.iop.engine.DeliveryTap}: since a delivery is the one effect
 * that agents have on each other, it sees everything that is posted or sent, on both engines. It hands
 * {@code TracedMessage} and {@code TracedPacket} to a {@code TraceFile}
 * and a {@code Listing}, one at a time, and keeps none of them. {@code docs/trace.md} describes the file,
 * {@code docs/trace/spine-i2o.lua} teaches it to Wireshark.
 */
@NullMarked
package dev.spine.perf.trace;

import org.jspecify.annotations.NullMarked;
