/**
 * A wire that ends in a TAP interface of Linux: a simulated network device and the kernel's network stack, or any program that uses it,
 * on one Ethernet.
 *
 * <p>{@link dev.spine.device.wire.tap.TapWire} has one port. Its interface is made in a network namespace of choice, or is one that is
 * there; it is the wire's while the wire is open. {@code docs/routing.md} shows how systems use it.
 *
 * <h2>Fidelity</h2>
 * Modelled: frames as Linux sends and takes them, VLAN tags included; loss where the interface's queue is full; link state as the state of
 * the interface. Simplified: the wire is as fast as the machine; a frame is with the kernel, or dropped by it, when it has been sent.
 * Absent: frame check sequences, speed and duplex, modelled time.
 */
@NullMarked
package dev.spine.device.wire.tap;

import org.jspecify.annotations.NullMarked;
