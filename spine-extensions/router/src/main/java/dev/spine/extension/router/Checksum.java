package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;

/** The sum of the Internet's checksums: 16 bits, carries added again (RFC 1071), and how it follows a change (RFC 1624). */
final class Checksum {
    private static final long WORD = 0xFFFF_FFFFL;

    private Checksum() {}

    /** {@return a sum of words, folded to 16 bits} */
    static int fold(long sum) {
        long once = (sum >>> Integer.SIZE) + (sum & WORD);
        long twice = (once >>> 16) + (once & 0xFFFF);
        long third = (twice >>> 16) + (twice & 0xFFFF);
        return (int) ((third >>> 16) + (third & 0xFFFF));
    }

    /** {@return the sum of two words of 32 bits in one of 64} */
    static long halves(long words) {
        return (words >>> Integer.SIZE) + (words & WORD);
    }

    /**
     * {@return the sum of bytes, not folded}
     *
     * @param buffer holds them
     * @param offset the first
     * @param bytes how many; an odd last one counts as if a 0 followed
     */
    static long sum(Buffer buffer, int offset, int bytes) {
        long sum = 0;
        int words = bytes >> 2;
        for (int i = 0; i < words; i++) {
            sum += buffer.i32(offset + 4 * i) & WORD;
        }
        int at = offset + 4 * words;
        int left = bytes & 3;
        if (left >= 2) {
            sum += buffer.u16(at);
            at += 2;
        }
        return (left & 1) != 0 ? sum + ((long) buffer.u8(at) << Byte.SIZE) : sum;
    }

    /**
     * {@return the third word of an IPv4 header (TTL, protocol, checksum) with a TTL that is less by one}
     *
     * @param word as it came, with a TTL of at least 1
     */
    static int withLessTtl(int word) {
        int checksum = (word & 0xFFFF) + 0x100;
        // A sum of 0xFFFF becomes 0: RFC 1624, equation 3.
        checksum += checksum >= 0xFFFF ? 1 : 0;
        return (word & 0xFFFF_0000) - 0x0100_0000 | checksum & 0xFFFF;
    }
}
