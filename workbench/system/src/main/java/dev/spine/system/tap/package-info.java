/**
 * Systems and Linux joined by TAP interfaces: a card that appears to Linux ({@link HostTap}).
 *
 * <p>Wires that end in a TAP interface are {@link dev.spine.device.wire.tap.TapWire}; {@code docs/routing.md} describes both.
 */
@NullMarked
package dev.spine.system.tap;

import org.jspecify.annotations.NullMarked;
