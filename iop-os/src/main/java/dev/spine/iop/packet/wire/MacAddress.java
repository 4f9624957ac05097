package dev.spine.iop.packet.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Hardware addresses as numbers: 48 bits, the byte that travels first being the highest. Any thread. */
public final class MacAddress {
    /** Everybody. */
    public static final long BROADCAST = 0xFFFF_FFFF_FFFFL;
    /** The bytes of an address. */
    public static final int BYTES = 6;

    private static final long GROUP_BIT = 1L << 40;
    private static final ValueLayout.OfLong WORD64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt WORD32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfShort WORD16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private MacAddress() {
    }

    /**
     * {@return the destination of a frame of at least 14 bytes}
     *
     * @param memory where the frame is
     * @param offset its first byte
     */
    public static long destination(MemorySegment memory, long offset) {
        return memory.get(WORD64, offset) >>> 16;
    }

    /**
     * {@return the source of a frame of at least 14 bytes}
     *
     * @param memory where the frame is
     * @param offset its first byte
     */
    public static long source(MemorySegment memory, long offset) {
        return memory.get(WORD64, offset + BYTES) >>> 16;
    }

    /**
     * Writes an address.
     *
     * @param memory where to
     * @param offset its first byte
     * @param address the low 48 bits count
     */
    public static void write(MemorySegment memory, long offset, long address) {
        memory.set(WORD16, offset, (short) (address >>> 32));
        memory.set(WORD32, offset + 2, (int) address);
    }

    /**
     * {@return whether an address names a group: multicast or broadcast}
     *
     * @param address 48 bits
     */
    public static boolean isGroup(long address) {
        return (address & GROUP_BIT) != 0;
    }

    /**
     * {@return the address in words, for example {@code 02:00:00:00:02:02}}
     *
     * @param address 48 bits
     */
    public static String format(long address) {
        StringBuilder text = new StringBuilder(17);
        for (int shift = 40; shift >= 0; shift -= 8) {
            text.append(text.isEmpty() ? "" : ":");
            int octet = (int) (address >>> shift) & 0xFF;
            text.append(Character.forDigit(octet >>> 4, 16)).append(Character.forDigit(octet & 0xF, 16));
        }
        return text.toString();
    }

    /**
     * {@return the address that a text names}
     *
     * @param text six pairs of hexadecimal digits separated by colons
     * @throws IllegalArgumentException when it is anything else
     */
    public static long parse(String text) {
        if (!text.matches("([0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}")) {
            throw new IllegalArgumentException("'" + text + "' is no hardware address: write six pairs of digits, as in 02:00:00:00:00:01");
        }
        return Long.parseLong(text.replace(":", ""), 16);
    }
}
