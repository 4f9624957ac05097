package dev.spine.device.display;

import dev.spine.i2o.message.display.PixelFormat;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Re-pointable view of the payload header of one RFC 4175 packet.
 *
 * <pre>
 *  0   extended sequence number (16)
 *  then for each line:
 *  +0  length in bytes (16)
 *  +2  F (1), line number (15)
 *  +4  C (1), offset in pixels (15);  C = 1: another line header follows
 * </pre>
 *
 * <p>Point it with {@link #tryWrap}; after true no accessor can fail, and the pixel bytes of all lines lie within those stated. The bytes
 * must be a copy that nobody else writes. Allocates nothing; belongs to one agent.
 *
 * <p>Source: RFC 4175 section 4.2. Fields of interlaced video (F = 1) are refused.
 */
final class VideoHeaders {
    private static final ValueLayout.OfShort HALF = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int SEQUENCE_BYTES = 2;
    private static final int LINE_BYTES = 6;

    private MemorySegment memory = MemorySegment.NULL;
    private long offset;
    private int lines;

    /**
     * Points the view at a payload header if it is well formed as a whole.
     *
     * @param header memory of the header
     * @param headerOffset its first byte, chosen by the caller
     * @param headerBytes its length as the sender says; the caller has checked that so many bytes are there
     * @param pixelBytes bytes of pixels behind it, as the sender says
     * @param stream format of the stream
     * @return false: it is malformed; there are no lines
     */
    boolean tryWrap(MemorySegment header, long headerOffset, int headerBytes, int pixelBytes, PixelFormat stream) {
        lines = 0;
        int count = (headerBytes - SEQUENCE_BYTES) / LINE_BYTES;
        if (count < 1 || SEQUENCE_BYTES + count * LINE_BYTES != headerBytes) {
            return false;
        }
        memory = header;
        offset = headerOffset;
        int left = pixelBytes;
        for (int i = 0; i < count; i++) {
            int length = lineBytes(i);
            boolean secondField = half(i, 2) >>> 15 != 0;
            boolean another = half(i, 4) >>> 15 != 0;
            left -= length;
            if (secondField || another != i + 1 < count || left < 0 || length % stream.groupBytes() != 0
                || !stream.isWhole(column(i))) {
                return false;
            }
        }
        lines = count;
        return true;
    }

    private int half(int line, int at) {
        return memory.get(HALF, offset + SEQUENCE_BYTES + (long) line * LINE_BYTES + at) & 0xFFFF;
    }

    /** How many lines the packet has pixels of: at least 1, or 0 after a malformed one. */
    int lines() {
        return lines;
    }

    /** Bytes of pixels of one line, 0 to 65535. */
    int lineBytes(int line) {
        return half(line, 0);
    }

    /** Number of the line in its frame, 0 to 32767. */
    int lineNumber(int line) {
        return half(line, 2);
    }

    /** First pixel in the line, 0 to 32767. */
    int column(int line) {
        return half(line, 4) & 0x7FFF;
    }
}
