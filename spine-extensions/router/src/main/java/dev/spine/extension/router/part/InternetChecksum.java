package dev.spine.extension.router.part;

import dev.spine.extension.api.Buffer;

/** The checksum of the Internet (RFC 1071): whole, and after a change of a part of what it covers (RFC 1624). */
public final class InternetChecksum {
    private static final long WORD = 0xFFFF_FFFFL;

    private InternetChecksum() {}

    /**
     * {@return the sum of bytes, not yet folded or inverted: to be given to the next sum, or to {@link #fold}}
     *
     * @param bytes holds them
     * @param offset of the first one
     * @param count how many, 0 to 65,535; the last one of an odd number is the high half of a word
     * @param sum of what was added before
     */
    public static long sum(Buffer bytes, int offset, int count, long sum) {
        long total = sum;
        int words = count >> 2;
        for (int i = 0; i < words; i++) {
            total += bytes.i32(offset + i * 4) & WORD;
        }
        int at = offset + words * 4;
        if ((count & 2) != 0) {
            total += bytes.u16(at);
            at += 2;
        }
        if ((count & 1) != 0) {
            total += (long) bytes.u8(at) << 8;
        }
        return total;
    }

    /** {@return the sum of two words of 32 bits in one of 64, for {@link #fold}} */
    public static long halves(long words) {
        return (words >>> Integer.SIZE) + (words & WORD);
    }

    /**
     * {@return the checksum of a sum, as it stands in a header: folded to 16 bits and inverted; 0 for bytes with their checksum among them}
     *
     * @param sum of {@link #sum}
     */
    public static int fold(long sum) {
        long once = (sum >>> Integer.SIZE) + (sum & WORD);
        long twice = (once >>> 16) + (once & 0xFFFF);
        long third = (twice >>> 16) + (twice & 0xFFFF);
        return (int) ((third >>> 16) + (third & 0xFFFF)) ^ 0xFFFF;
    }

    /**
     * {@return a checksum after 16 bits that it covers have changed (RFC 1624, equation 3)}
     *
     * @param checksum as it stood
     * @param before the 16 bits as they were
     * @param after the 16 bits as they are now
     */
    public static int changed16(int checksum, int before, int after) {
        int sum = (~checksum & 0xFFFF) + (~before & 0xFFFF) + (after & 0xFFFF);
        sum = (sum & 0xFFFF) + (sum >>> 16);
        sum = (sum & 0xFFFF) + (sum >>> 16);
        return ~sum & 0xFFFF;
    }

    /**
     * {@return a checksum after 32 bits that it covers, at an even place, have changed}
     *
     * @param checksum as it stood
     * @param before the 32 bits as they were
     * @param after the 32 bits as they are now
     */
    public static int changed32(int checksum, int before, int after) {
        return changed16(changed16(checksum, before >>> 16, after >>> 16), before, after);
    }
}
