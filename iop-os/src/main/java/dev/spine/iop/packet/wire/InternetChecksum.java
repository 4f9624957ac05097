package dev.spine.iop.packet.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The Internet checksum: the one's complement of the one's complement sum of 16-bit words in network order.
 *
 * <p>Any thread may call it; allocates nothing. Source: RFC 1071, RFC 1624.
 */
public final class InternetChecksum {
    private static final ValueLayout.OfShort U16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private InternetChecksum() {
    }

    /**
     * {@return the checksum of bytes; 0 when they contain their own and it is right}
     *
     * @param memory where they are
     * @param at the first of them
     * @param bytes how many, at most 64 KiB
     */
    public static int of(MemorySegment memory, long at, int bytes) {
        return ~fold(sum(memory, at, bytes)) & 0xFFFF;
    }

    /**
     * {@return the sum of bytes in words, not yet folded, so that sums can be added; an odd byte is the high one of a last word}
     *
     * @param memory where they are
     * @param at the first of them
     * @param bytes how many, at most 64 KiB
     */
    public static long sum(MemorySegment memory, long at, int bytes) {
        long sum = 0;
        int i = 0;
        for (; i <= bytes - 4; i += 4) {
            sum += memory.get(U32, at + i) & 0xFFFF_FFFFL;
        }
        if (i <= bytes - 2) {
            sum += memory.get(U16, at + i) & 0xFFFF;
            i += 2;
        }
        return i < bytes ? sum + ((memory.get(ValueLayout.JAVA_BYTE, at + i) & 0xFFL) << 8) : sum;
    }

    /**
     * {@return a sum in 16 bits, its carries added in}
     *
     * @param sum at most 63 bits
     */
    public static int fold(long sum) {
        long folded = (sum & 0xFFFF_FFFFL) + (sum >>> 32);
        folded = (folded & 0xFFFF) + (folded >>> 16);
        folded = (folded & 0xFFFF) + (folded >>> 16);
        return (int) ((folded & 0xFFFF) + (folded >>> 16));
    }

    /**
     * {@return the checksum after a word of what it covers became smaller}
     *
     * @param checksum the one before
     * @param less by how much, 16 bits
     */
    public static int afterDecrease(int checksum, int less) {
        int sum = fold(checksum + less);
        // A sum that is not 0 is never written as 0xFFFF (RFC 1624).
        return sum == 0xFFFF ? 0 : sum;
    }
}
