/**
 * Wires: what joins the network devices of this and of other nodes.
 *
 * <p>A {@link dev.spine.device.wire.Wire} has {@linkplain dev.spine.device.wire.WirePort ports}; a network device holds one. Both
 * directions of a port, and who calls what:
 * <pre>
 *   device's agent                       port                              the wire
 *   trySend(sender, memory, ..)  ---->   copied, or refused        ---->   to the other port, the switch, the socket
 *   receive(device)              &lt;----   packets in receive memory  &lt;----   placed by the wire (or, from a capture, by reference)
 *   Packet.release(..)           ---->   free list of the port     ---->   taken again by the wire
 * </pre>
 *
 * <p><b>Bounds.</b> A port has a fixed number of receive buffers, all preallocated. Whoever places a frame takes a free one first; without
 * one the frame is dropped and counted with its reason in {@link dev.spine.device.wire.WireCounters}. A wire never waits and never
 * grows, whatever arrives. Every counter has one writer.
 *
 * <p><b>Time.</b> A profile's {@link dev.spine.iop.engine.WireTiming} gives a wire a rate and a latency: a frame occupies the sender's end
 * for its bytes at that rate, and arrives a latency later. {@link dev.spine.device.wire.Wire#IMMEDIATE} has neither. A receive buffer is
 * taken when the frame leaves its sender, so a long wire needs buffers for what is in flight.
 *
 * <p>Kinds: {@link dev.spine.device.wire.link.LinkWire} (two ports), {@link dev.spine.device.wire.link.SwitchWire} (many),
 * {@link dev.spine.device.wire.capture.CaptureWire} (a replayed file), {@link dev.spine.device.wire.udp.UdpWire} (a socket). Around each
 * of them fits a {@link dev.spine.device.wire.fault.FaultyWire}, which loses, repeats, delays and damages frames. A new kind
 * is a package of its own that passes the contract suite of the wires. Ports of wires that copy share
 * {@link dev.spine.device.wire.BufferedPort}; wires over an interface of Linux share {@link dev.spine.device.wire.InterfaceWatch}.
 *
 * <h2>Fidelity</h2>
 * Modelled: rate, latency, order, bounded buffers, link state. Simplified: preamble, gap and check sequence are a number of bytes of
 * overhead. Absent: collisions, bit errors but those of faulty wires, auto-negotiation, flow control frames.
 */
@NullMarked
package dev.spine.device.wire;

import org.jspecify.annotations.NullMarked;
