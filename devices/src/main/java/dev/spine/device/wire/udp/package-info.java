/**
 * A wire that ends in a UDP socket of this machine, so that programs outside can send to a simulated network device and receive from it.
 *
 * <p>{@link dev.spine.device.wire.udp.UdpWire} puts an Ethernet, an IPv4 and a UDP header before each datagram that it receives, and
 * takes them off what the device sends; {@link dev.spine.iop.packet.wire.UdpHeaders} holds their layout. Its socket is served by a
 * thread of its own; the device's agent never waits for it. A {@link dev.spine.device.wire.udp.PacketGate} before the device chooses what
 * of a live stream it gets. Time here is the wall clock's, so the modelled engine refuses this wire.
 *
 * <h2>Fidelity</h2>
 * Modelled: payloads, source address and port, loss when the device has no receive buffer. Simplified: hardware addresses are made from
 * IP addresses; the destination address is the one that the socket is bound to. Absent: ARP and everything else that is not UDP over IPv4,
 * IP options and fragments, the UDP checksum (0: not computed, RFC 768).
 */
@NullMarked
package dev.spine.device.wire.udp;

import org.jspecify.annotations.NullMarked;
