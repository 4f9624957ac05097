package dev.spine.iop.packet;

/** Something on a card that may take packets before they go to the host. Called on the card's agent. */
@FunctionalInterface
public interface PacketSink {
    /**
     * Offers a packet.
     *
     * @param packet the packet; its bytes are complete
     * @return true when the sink has taken it and will release it; false when it is not the sink's
     */
    boolean onPacket(Packet packet);

    /**
     * Tells the sink that the burst in which packets were offered has ended: what it gathered should leave now.
     *
     * <p>The default does nothing.
     */
    default void onBurstEnd() {
        // Most sinks act on each packet.
    }
}
