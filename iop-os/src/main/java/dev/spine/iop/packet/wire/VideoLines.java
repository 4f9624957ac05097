package dev.spine.iop.packet.wire;

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
 * <p>After {@link #tryWrap} was true no accessor can fail, and all pixels lie within the bytes given. Nobody else may write the memory
 * meanwhile. Fields of interlaced video (F = 1) are refused. Allocates nothing; belongs to one agent.
 *
 * <p>Source: RFC 4175 section 4.2.
 */
public final class VideoLines {
    private static final ValueLayout.OfShort HALF = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int SEQUENCE_BYTES = 2;
    private static final int LINE_BYTES = 6;
    private static final int CONTINUATION = 0x8000;
    private static final int SECOND_FIELD = 0x8000;

    private MemorySegment memory = MemorySegment.NULL;
    private long header;
    private int count;

    /**
     * {@return bytes of a payload header}
     *
     * @param lines at least 1
     */
    public static int headerBytes(int lines) {
        return SEQUENCE_BYTES + lines * LINE_BYTES;
    }

    /**
     * Points the view at a payload header if its lines are whole groups of pixels.
     *
     * @param packet memory of the header
     * @param offset its first byte
     * @param end where the header has to end at the latest
     * @param pixelsEnd where the pixels behind the header have to end at the latest, counted as if they followed it
     * @param format of the pixels
     * @return false when it is cut or malformed; there are no lines then
     */
    public boolean tryWrap(MemorySegment packet, long offset, long end, long pixelsEnd, PixelFormat format) {
        memory = packet;
        header = offset;
        count = 0;
        int groupBytes = format.groupBytes();
        long line = offset + SEQUENCE_BYTES;
        long bytes = 0;
        boolean another = true;
        while (another) {
            if (line + LINE_BYTES > end) {
                return false;
            }
            int length = half(line);
            int column = half(line + 4);
            another = column >= CONTINUATION;
            if (half(line + 2) >= SECOND_FIELD || length % groupBytes != 0 || !format.isWhole(column & ~CONTINUATION)) {
                return false;
            }
            bytes += length;
            line += LINE_BYTES;
        }
        if (line + bytes > pixelsEnd) {
            return false;
        }
        count = (int) (line - offset) / LINE_BYTES;
        return true;
    }

    /** {@return where the payload header begins} */
    public long header() {
        return header;
    }

    /** {@return bytes of the payload header: 2, and 6 for each line} */
    public int headerBytes() {
        return headerBytes(count);
    }

    /** {@return how many lines there are, empty ones included: at least 1, or 0 after a malformed header} */
    public int count() {
        return count;
    }

    /**
     * {@return which line of the picture a line of the packet belongs to, 0 to 32767}
     *
     * @param index below {@link #count}
     */
    public int line(int index) {
        return half(lineAt(index) + 2);
    }

    /**
     * {@return the first pixel of a line of the packet in its line of the picture, 0 to 32767}
     *
     * @param index below {@link #count}
     */
    public int column(int index) {
        return half(lineAt(index) + 4) & ~CONTINUATION;
    }

    /**
     * {@return the bytes of a line of the packet, 0 to 65535}
     *
     * @param index below {@link #count}
     */
    public int bytes(int index) {
        return half(lineAt(index));
    }

    private long lineAt(int index) {
        return header + SEQUENCE_BYTES + (long) index * LINE_BYTES;
    }

    private int half(long at) {
        return memory.get(HALF, at) & 0xFFFF;
    }
}
