package dev.spine.iop.packet;

import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.DeliveryList;
import java.lang.foreign.MemorySegment;

/**
 * One packet in the receive memory of a card: a MAC frame without its check sequence, complete unless {@link #offload} says what is left
 * to be done.
 *
 * <p>Preallocated by a wire and sent around by reference. It has one owner at a time: the wire, then the card that took it from its
 * arrivals, then whoever the card gave it to; the last owner calls {@link #release}, which delivers it home to the wire's free list.
 * All methods are for the owner's thread. {@link #share} gives it an owner more on that thread; then the last of them sends it home.
 */
public final class Packet {
    private final MemorySegment memory;
    private final DeliveryList<Packet> home;
    private long offset;
    private int length;
    private long memoryAddress = -1;
    private long offload;
    /** Owners beside the first. */
    private int sharers;

    /**
     * A packet over a wire's receive memory.
     *
     * @param memory the receive memory of the port; the same segment for all packets of a port
     * @param offset where the packet begins, bytes
     * @param home the free list to which a released packet returns; sized for all packets that name it
     */
    public Packet(MemorySegment memory, long offset, DeliveryList<Packet> home) {
        this.memory = memory;
        this.offset = offset;
        this.home = home;
    }

    /**
     * Points the packet at other bytes of the receive memory. For the wire.
     *
     * @param offset where the packet begins, bytes
     * @param length its bytes, at least 14
     */
    public void set(long offset, int length) {
        this.offset = offset;
        this.length = length;
    }

    /**
     * Says what is left to be done with the packet. For a wire that carries such packets, each time that it sets one.
     *
     * @param word a word of {@link Offload}
     */
    public void offload(long word) {
        offload = word;
    }

    /** {@return what is left to be done with the packet; {@link Offload#NONE} of most} */
    public long offload() {
        return offload;
    }

    /**
     * Says at which bus address the receive memory begins. For the card, on taking the packet.
     *
     * @param memoryAddress bus address of byte 0 of {@link #memory}
     */
    public void locate(long memoryAddress) {
        this.memoryAddress = memoryAddress;
    }

    /** {@return the receive memory} */
    public MemorySegment memory() {
        return memory;
    }

    /** {@return the byte offset of the packet in {@link #memory}} */
    public long offset() {
        return offset;
    }

    /** {@return the packet's bytes} */
    public int length() {
        return length;
    }

    /** {@return the bus address of the packet's first byte} */
    public long address() {
        return memoryAddress + offset;
    }

    /**
     * {@return whether a list is where this packet returns to: a delivery there is no arrival}
     *
     * @param list any list
     */
    public boolean isHome(DeliveryList<?> list) {
        return list == home;
    }

    /** Gives the packet one owner more; each of them releases it once, and none of them changes it. */
    public void share() {
        sharers++;
    }

    /**
     * Gives the packet back to its wire, when nobody else owns it. Once per owner.
     *
     * @param delivery the owner's
     */
    public void release(Delivery delivery) {
        if (sharers > 0) {
            sharers--;
            return;
        }
        delivery.deliver(home, this);
    }
}
