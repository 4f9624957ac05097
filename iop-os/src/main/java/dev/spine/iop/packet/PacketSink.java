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
     * Tells the sink which packets have been taken from the wire and will be offered next, in this order, unless another sink takes them
     * first. Until the next call, of which the last one of them is with none, the sink may look at those that were not offered yet, and
     * nothing else: they are not its own.
     *
     * <p>The default does nothing.
     *
     * @param packets holds them
     * @param count how many there are, from index 0 on
     */
    default void onTaken(Packet[] packets, int count) {
        // Most sinks act on each packet.
    }

    /**
     * Tells the sink that the burst in which packets were offered has ended: what it gathered should leave now.
     *
     * <p>The default does nothing.
     */
    default void onBurstEnd() {
        // Most sinks act on each packet.
    }
}
