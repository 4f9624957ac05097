package dev.spine.device.wire;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The receive memory of a port that a wire copies into: slots, a free list of the packets over them, and the arrivals.
 *
 * <p>{@link #tryTake} and {@link #arrive} are for the one agent or thread that places frames in the port.
 */
public final class ReceiveBuffers {
    /** Slots begin at multiples of this many bytes, a cache line. */
    private static final int ALIGNMENT = 64;

    private final MemorySegment memory;
    private final DeliveryList<Packet> arrivals;
    private final DeliveryList<Packet> free;
    private final WireCounters counters = new WireCounters();
    private final int count;
    private final int maxPacketBytes;
    private final int slotBytes;

    /**
     * Buffers, all free.
     *
     * @param port the port's name
     * @param count how many, at least 1
     * @param maxPacketBytes bytes of the largest frame that fits, at least 14
     */
    public ReceiveBuffers(String port, int count, int maxPacketBytes) {
        this(port, count, maxPacketBytes, 0);
    }

    /**
     * Buffers with room before each frame, all free.
     *
     * @param port the port's name
     * @param count how many, at least 1
     * @param maxPacketBytes bytes of the largest frame that fits, at least 14
     * @param headroom bytes before each frame that are the wire's own, a multiple of 64
     */
    public ReceiveBuffers(String port, int count, int maxPacketBytes, int headroom) {
        if (count < 1 || maxPacketBytes < WirePort.MIN_PACKET_BYTES) {
            throw new IllegalArgumentException("port '" + port + "' needs at least 1 receive buffer of at least "
                + WirePort.MIN_PACKET_BYTES + " bytes, got " + count + " of " + maxPacketBytes);
        }
        this.count = count;
        this.maxPacketBytes = maxPacketBytes;
        // One line more than a frame, so that the same part of neighbouring packets does not fall into the same sets of a cache.
        this.slotBytes = slotBytes(maxPacketBytes) + headroom;
        this.memory = Arena.ofAuto().allocate((long) slotBytes * count, ALIGNMENT);
        memory.fill((byte) 0);
        this.arrivals = DeliveryList.singleProducer(port + " arrivals", count);
        this.free = DeliveryList.singleProducer(port + " free receive buffers", count);
        for (int i = 0; i < count; i++) {
            free.offerOrThrow(new Packet(memory, (long) i * slotBytes + headroom, free));
        }
    }

    private static int slotBytes(int maxPacketBytes) {
        return (maxPacketBytes + ALIGNMENT - 1 & -ALIGNMENT) + ALIGNMENT;
    }

    /**
     * {@return how many bytes of a card's memory receive buffers take}
     *
     * @param count how many
     * @param maxPacketBytes bytes of the largest frame that fits
     */
    public static long bytes(int count, int maxPacketBytes) {
        return (long) slotBytes(maxPacketBytes) * count;
    }

    /**
     * {@return how many bytes of a card's memory receive buffers with room before each frame take}
     *
     * @param count how many
     * @param maxPacketBytes bytes of the largest frame that fits
     * @param headroom bytes before each frame
     */
    public static long bytes(int count, int maxPacketBytes, int headroom) {
        return (long) (slotBytes(maxPacketBytes) + headroom) * count;
    }

    /** {@return a free packet to be filled and delivered, or null: count the frame as dropped} */
    public @Nullable Packet tryTake() {
        return free.poll();
    }

    /**
     * Asks for a step when a buffer has come back: there was none to {@linkplain #tryTake take}.
     *
     * @param by who fills these buffers
     */
    public void wakeWhenFree(AgentContext by) {
        by.wakeMe(free);
    }

    /**
     * Declares that one agent alone fills these buffers, over a wire: when it is in another node than those who release packets, it learns
     * of a free buffer only as late as the shortest frame would tell it. While the system is built.
     *
     * @param sender who fills them
     * @param receiver the agent at whose end they are
     * @param wire the wire's name, for messages
     * @param leastNs how long the shortest frame takes on it
     */
    public void filledBy(AgentContext sender, AgentContext receiver, String wire, long leastNs) {
        sender.meets(receiver, wire, leastNs);
        sender.takesBack(free, leastNs);
    }

    /**
     * Copies a frame into a free buffer and delivers it. Without one, or when it does not fit, it is dropped and counted.
     *
     * @param by who places it
     * @param from where the frame is
     * @param offset its first byte
     * @param length its bytes
     * @param delayNs until it arrives, at least 0
     * @return whether it was placed
     */
    public boolean arrive(AgentContext by, MemorySegment from, long offset, int length, long delayNs) {
        if (length < WirePort.MIN_PACKET_BYTES || length > maxPacketBytes) {
            counters.dropped(WireCounters.Counter.BAD_LENGTH);
            return false;
        }
        Packet packet = free.poll();
        if (packet == null) {
            counters.dropped(WireCounters.Counter.NO_RECEIVE_BUFFER);
            return false;
        }
        MemorySegment.copy(from, offset, memory, packet.offset(), length);
        packet.set(packet.offset(), length);
        by.deliver(arrivals, packet, delayNs);
        counters.passed(length);
        return true;
    }

    /** {@return the memory} */
    public MemorySegment memory() {
        return memory;
    }

    /** {@return where packets arrive} */
    public DeliveryList<Packet> arrivals() {
        return arrivals;
    }

    /** {@return what was placed or dropped} */
    public WireCounters counters() {
        return counters;
    }

    /** {@return how many buffers there are} */
    public int count() {
        return count;
    }

    /** {@return bytes of the largest frame} */
    public int maxPacketBytes() {
        return maxPacketBytes;
    }

    /** {@return distance between the starts of buffers, bytes} */
    public int slotBytes() {
        return slotBytes;
    }
}
