package dev.spine.iop.packet;

import java.lang.foreign.MemorySegment;

/** A network device as other modules of the same card see it. Published to the card's services; used on the card's agent only. */
public interface PacketPort {
    /**
     * Adds a sink after those that are attached already.
     *
     * @param sink offered every packet that no earlier sink took
     */
    void attach(PacketSink sink);

    /**
     * Removes a sink; packets that it has taken remain its own.
     *
     * @param sink what was attached
     */
    void detach(PacketSink sink);

    /**
     * Sends a frame.
     *
     * @param memory where it is
     * @param offset its first byte
     * @param length its bytes, 14 to {@link #maxPacketBytes}
     * @return false when the wire can take none now: nothing was sent, try again later
     */
    boolean transmit(MemorySegment memory, long offset, int length);

    /**
     * Sends a frame with which work is left to be done: whole to a wire that carries such, otherwise completed and cut by the device.
     *
     * <p>The default is of a device that takes none: it never does.
     *
     * @param memory where it is
     * @param offset its first byte
     * @param length its bytes, 14 to {@link #maxOffloadBytes}
     * @param offload what is left, see {@link Offload}; not {@link Offload#NONE}
     * @return false when the wire can take none now: nothing was sent, try again later
     */
    default boolean transmit(MemorySegment memory, long offset, int length, long offload) {
        return false;
    }

    /** {@return the largest frame in bytes with which work is left to be done; 0 when the device takes none} */
    default int maxOffloadBytes() {
        return 0;
    }

    /** {@return the hardware address in the low 48 bits, first byte highest} */
    long hardwareAddress();

    /** {@return the largest frame in bytes, without checksum} */
    int maxPacketBytes();
}
