/**
 * Wires within this process: a link between two devices, and a switch between many.
 *
 * <p>{@link dev.spine.device.wire.link.LinkWire} has no agent of its own: the sender copies a frame into a free receive buffer of the
 * other end. {@link dev.spine.device.wire.link.SwitchWire} is an agent: a frame waits in a buffer of the switch, which learns where
 * addresses live, and copies the frame to one port or to all others.
 * {@link dev.spine.device.wire.link.CrossbarWire} has an agent for each port's output and none in the middle, for many nodes.
 */
@NullMarked
package dev.spine.device.wire.link;

import org.jspecify.annotations.NullMarked;
