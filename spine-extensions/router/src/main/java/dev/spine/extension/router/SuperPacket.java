package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Offload;

/** A packet that is to be cut before it is on a wire: what counts for the wire is the size of its parts. */
final class SuperPacket {
    private static final int MAC = 14;
    private static final int UDP_HEADER = 8;
    private static final int TCP_LENGTH = 12;
    private static final int LAST_TCP_KIND = 4;
    private static final int KIND_SHIFT = 8;
    private static final int KIND = 0x7F;

    private SuperPacket() {}

    /**
     * {@return bytes of the largest IP packet that a packet becomes; its own when it is not cut}
     *
     * @param packet holds the frame
     * @param offset where its MAC header begins
     * @param total bytes of the IP packet
     * @param offload what is left to be done with it
     */
    static int largestPart(Buffer packet, int offset, int total, long offload) {
        int start = Offload.checksumStart(offload);
        if (!Offload.isSegmented(offload) || Offload.segmentBytes(offload) == 0 || start < MAC || start - MAC + TCP_LENGTH >= total) {
            return total;
        }
        return Math.min(total, headers(packet, offset, offload) + Offload.segmentBytes(offload));
    }

    /** {@return what is cut, without the mark of congestion} */
    static int kind(long offload) {
        return (int) offload >>> KIND_SHIFT & KIND;
    }

    /** {@return whether it is cut into segments of TCP; otherwise each part is a datagram of UDP} */
    static boolean isTcp(long offload) {
        return kind(offload) <= LAST_TCP_KIND;
    }

    /** {@return bytes of the headers, of IP and behind it, that each part has} */
    static int headers(Buffer packet, int offset, long offload) {
        int start = Offload.checksumStart(offload);
        return start - MAC + (isTcp(offload) ? packet.u8(offset + start + TCP_LENGTH) >>> 4 << 2 : UDP_HEADER);
    }
}
