/**
 * Packets on their way through an IOP: from a wire to whoever takes them.
 *
 * <p>A {@link dev.spine.iop.packet.Packet} is a preallocated view of bytes that a wire has placed in the receive memory of a card. The
 * card's network device is a {@link dev.spine.iop.packet.PacketPort}: it offers every packet to its
 * {@linkplain dev.spine.iop.packet.PacketSink sinks} in order; what none of them takes follows the LAN class to the host.
 */
@NullMarked
package dev.spine.iop.packet;

import org.jspecify.annotations.NullMarked;
