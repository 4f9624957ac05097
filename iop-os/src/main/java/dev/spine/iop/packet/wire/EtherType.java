package dev.spine.iop.packet.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * What a frame of Ethernet carries, which the last two bytes of its header say.
 *
 * <p>Any thread may call it; allocates nothing. Sources: IEEE 802.3, IEEE 802.1Q.
 */
public final class EtherType {
    /** The Internet Protocol, version 4. */
    public static final int IPV4 = 0x0800;
    /** Requests for hardware addresses, and the answers. */
    public static final int ARP = 0x0806;
    /** The Internet Protocol, version 6. */
    public static final int IPV6 = 0x86DD;
    /** A tag of IEEE 802.1Q, before the type proper. */
    public static final int VLAN = 0x8100;
    /** A tag of IEEE 802.1ad. */
    public static final int SERVICE_VLAN = 0x88A8;
    /** A tag of what came before IEEE 802.1ad. */
    public static final int OLD_SERVICE_VLAN = 0x9100;
    /** Where the type is in a frame. */
    public static final int OFFSET = 12;
    /** Bytes of the header, type included. */
    public static final int HEADER_BYTES = 14;

    private static final ValueLayout.OfShort U16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private EtherType() {
    }

    /**
     * {@return the type of a frame of at least 14 bytes, 16 bits}
     *
     * @param memory where the frame is
     * @param frame its first byte
     */
    public static int of(MemorySegment memory, long frame) {
        return memory.get(U16, frame + OFFSET) & 0xFFFF;
    }

    /**
     * Writes the type of a frame.
     *
     * @param memory where the frame is
     * @param frame its first byte
     * @param type 16 bits
     */
    public static void write(MemorySegment memory, long frame, int type) {
        memory.set(U16, frame + OFFSET, (short) type);
    }
}
