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
        boolean isTcp = ((int) offload >>> KIND_SHIFT & KIND) <= LAST_TCP_KIND;
        int header = isTcp ? packet.u8(offset + start + TCP_LENGTH) >>> 4 << 2 : UDP_HEADER;
        return Math.min(total, start - MAC + header + Offload.segmentBytes(offload));
    }
}
