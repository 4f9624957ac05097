package dev.spine.perf.forward;

import dev.spine.device.wire.capture.Pace;

/** One way for packets from the first card's wire to the second one's. Used from outside the engine. One thread at a time. */
public interface ForwardPath extends AutoCloseable {
    /** {@return the name in tables} */
    String name();

    /**
     * Sets the path up on a booted system: afterwards packets are forwarded.
     *
     * @param stage the system and its routes
     */
    void open(ForwardStage stage);

    /** {@return the way that packets take, for people} */
    String route();

    /** {@return the pace at which the far end sets the rate} */
    default Pace closedLoop() {
        return new Pace.AsAcknowledged(WINDOW);
    }

    /**
     * {@return bytes that cross the bus with a packet and are not part of it}
     *
     * @param packetBytes the packet's own
     */
    default int carriedHeaderBytes(int packetBytes) {
        return 0;
    }

    /**
     * {@return what packets have to be at the far end: routed, unless the path cannot}
     *
     * @param packets what is offered
     */
    default ForwardPackets.Expected expected(ForwardPackets packets) {
        return packets.routed();
    }

    @Override
    default void close() {}

    /** Packets between the wires in a closed loop: fewer than any path has room for. */
    int WINDOW = 256;
}
