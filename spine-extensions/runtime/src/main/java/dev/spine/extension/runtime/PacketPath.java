package dev.spine.extension.runtime;

import dev.spine.iop.packet.Packet;

/**
 * The short way of packets to one handler: what {@link ExtensionInstance#onPacket} does for a packet when nothing is out of the ordinary,
 * with the same result. What it is made of is in {@link PacketPathTemplate}. Belongs to the card's agent.
 */
abstract class PacketPath {
    /**
     * A packet for the handler; it is the instance's from here on.
     *
     * @param packet a frame that the handler's filter wants
     * @param nowNs the reading of the clock
     * @return whether the handler has passed it on: then it is also the caller's again
     */
    abstract boolean take(Packet packet, long nowNs);
}
