package dev.spine.iop.packet.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The header of RTP.
 *
 * <pre>
 *  0  version (2), padding (1), extension (1), sources (4)     4  time stamp (32)
 *  1  marker (1), payload type (7)                             8  synchronization source (32)
 *  2  sequence number (16)                                    12  contributing sources, extension, payload
 * </pre>
 *
 * <p>Any thread may call it; allocates nothing. Source: RFC 3550 section 5.1.
 */
public final class RtpHeader {
    /** Bytes without contributing sources. */
    public static final int BYTES = 12;

    static final int MALFORMED = -1;

    private static final ValueLayout.OfShort U16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int EXTENDED = 0x10;
    private static final int PADDED = 0x20;

    private RtpHeader() {
    }

    /**
     * {@return whether a header of at least 12 bytes is of version 2, and no message of RTCP}
     *
     * @param memory where it is
     * @param rtp its first byte
     */
    public static boolean isRtp(MemorySegment memory, long rtp) {
        int word = memory.get(U16, rtp);
        // The second byte of RTCP's messages is 192 to 223 (RFC 5761, 4).
        return (word & 0xC000) == 0x8000 && (word & 0xE0) != 0xC0;
    }

    /**
     * {@return whether the marker is set, which in video ends a frame}
     *
     * @param memory where the header is
     * @param rtp its first byte
     */
    public static boolean isMarked(MemorySegment memory, long rtp) {
        return memory.get(ValueLayout.JAVA_BYTE, rtp + 1) < 0;
    }

    /**
     * {@return the time stamp, 32 bits}
     *
     * @param memory where the header is
     * @param rtp its first byte
     */
    public static int timeStamp(MemorySegment memory, long rtp) {
        return memory.get(U32, rtp + 4);
    }

    /** {@return where the payload begins, perhaps beyond the end, or {@link #MALFORMED} when the extension's header is} */
    static long payload(MemorySegment memory, long rtp, long end) {
        int first = memory.get(ValueLayout.JAVA_BYTE, rtp);
        long payload = rtp + BYTES + (first & 0xF) * 4L;
        if ((first & EXTENDED) == 0) {
            return payload;
        }
        return payload + 4 > end ? MALFORMED : payload + 4 + (memory.get(U16, payload + 2) & 0xFFFF) * 4L;
    }

    /** {@return the bytes of padding before the end, 0 without, or {@link #MALFORMED} when they do not count themselves} */
    static int padding(MemorySegment memory, long rtp, long end) {
        if ((memory.get(ValueLayout.JAVA_BYTE, rtp) & PADDED) == 0) {
            return 0;
        }
        int padding = memory.get(ValueLayout.JAVA_BYTE, end - 1) & 0xFF;
        return padding == 0 ? MALFORMED : padding;
    }
}
