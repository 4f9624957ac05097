package dev.spine.device.wire;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.Offload;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * One end of a wire, as the network device that holds it sees it.
 *
 * <p>All methods are for the agent of that device, except that counters may be read by others while the engine stands still, or roughly
 * while it runs. Nothing here throws because of what a frame holds or how many there are.
 */
public interface WirePort {
    /** The bytes of an Ethernet header: no frame is shorter. */
    int MIN_PACKET_BYTES = 14;
    /** The bytes of the largest standard Ethernet frame, without check sequence. */
    int ETHERNET_PACKET_BYTES = 1514;

    /**
     * Gives the port to a device, whose agent consumes both of its lists from now on. Called once, while the system is built.
     *
     * @param device the device's agent
     * @throws IllegalArgumentException when this kind of wire does not work on the agent's engine
     */
    default void attach(AgentContext device) {
        device.consumes(arrivals());
        device.consumes(linkSignals());
    }

    /** {@return the port's name, for messages} */
    String name();

    /**
     * {@return the receive memory: every packet of {@link #receive} lies in it}
     *
     * <p>The device makes it known on its bus; it may be read-only.
     */
    MemorySegment receiveMemory();

    /** {@return how many packets can be outstanding: the receive buffers of the device} */
    int receiveBuffers();

    /** {@return where packets arrive, in order; the device consumes it, and takes from it by {@link #receive}} */
    DeliveryList<Packet> arrivals();

    /**
     * {@return the next packet that has arrived; null when there is none now}. Whoever gets it releases it once.
     *
     * @param device the device's agent; called in each of its steps that can take a packet, until there is none
     */
    default @Nullable Packet receive(AgentContext device) {
        return arrivals().poll();
    }

    /** {@return where {@link LinkSignal}s arrive when the link has gone up or down; the device consumes it} */
    DeliveryList<LinkSignal> linkSignals();

    /** {@return the state of the link as this port sees it} */
    LinkState link();

    /** {@return the most bytes of a frame, without check sequence} */
    int maxPacketBytes();

    /** {@return the wire's rate; that of {@link Wire#IMMEDIATE} when it has none} */
    long bitsPerSecond();

    /**
     * Sends a frame: its bytes are copied before this returns.
     *
     * @param sender the device's agent
     * @param memory where the frame is
     * @param offset its first byte
     * @param length its bytes, {@link #MIN_PACKET_BYTES} to {@link #maxPacketBytes}; others are counted and dropped
     * @return true when the frame left, or was dropped and counted; false when the wire can take none now: nothing was sent, try
     *     again at {@link #sendableAtNs}
     */
    boolean trySend(AgentContext sender, MemorySegment memory, long offset, int length);

    /** {@return whether packets with which work is left to be done pass, in both directions} */
    default boolean carriesOffloads() {
        return false;
    }

    /**
     * Sends a frame with which work is left to be done, over a wire that {@linkplain #carriesOffloads carries} such.
     *
     * @param sender the device's agent
     * @param memory where the frame is
     * @param offset its first byte
     * @param length its bytes, {@link #MIN_PACKET_BYTES} to {@link Offload#MAX_BYTES}; others are counted and dropped
     * @param offload what is left, see {@link Offload}; a word that does not fit the frame is counted and loses it
     * @return as {@link #trySend(AgentContext, MemorySegment, long, int)}
     */
    default boolean trySend(AgentContext sender, MemorySegment memory, long offset, int length, long offload) {
        throw new UnsupportedOperationException("wire '" + name() + "' carries complete frames only: ask carriesOffloads");
    }

    /**
     * {@return when {@link #trySend} can succeed again, on the scale of {@link AgentContext#nowNs}; now or earlier when it can already}
     *
     * @param sender the device's agent
     */
    long sendableAtNs(AgentContext sender);

    /** {@return what was sent through this port; written by the device's agent} */
    WireCounters sent();

    /** {@return what was placed in this port's arrivals, or dropped there; written by whoever places it} */
    WireCounters received();
}
