package dev.spine.i2o.message.display;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;

/**
 * Puts the pixels of RFC 4175 packets into a window: the payload headers travel in the message, the pixels stay in the initiator's memory
 * until the display pulls them. Thread: the owner of the frame.
 *
 * <pre>
 *  w4  | window                                                           |
 *  w5  | count [31:16]           | 0               | format code [7:0]    |
 *  then for each packet
 *  +0  | bus address of the first pixel byte, behind the payload header   |
 *  +1  | bytes of the payload header [31:16] | bytes of pixels [15:0]     |
 *  +2 ... the payload header as it was on the wire, padded to whole words
 * </pre>
 *
 * <p>The payload header is what RFC 4175 puts behind the RTP header: the extended sequence number and the line headers, 2 + 6n bytes for n
 * lines. A packet of two lines takes 6 words, so a frame of 512 bytes carries 20 of them.
 *
 * <p>A packet whose header is malformed is refused as a whole and counted in the {@link PutReply}. Pixels outside the window's visible
 * rectangle are left out, as a receiver of video must.
 *
 * <p>Written by {@link PacketsWriter}; read in place. Nothing is allocated.
 *
 * <p>Source: RFC 4175 section 4; the rest is this project's display class.
 */
public final class PutPackets {
    /** The window's number. */
    public static final Field WINDOW = Field.u32("Window", 16);
    /** Code of the pixel format of the stream; one that RFC 4175 can carry. */
    public static final Field FORMAT = Field.u8("Format", 20);
    /** How many packets follow. */
    public static final Field COUNT = Field.u16("Count", 22);
    /** The fields before the packets. */
    public static final Layout LAYOUT = Layout.of("DisplayPutPackets", 24, WINDOW, FORMAT, COUNT);
    /** Word index of the first packet. */
    public static final int LIST_WORD = 6;
    /** Words of a packet before its payload header. */
    public static final int FIXED_WORDS = 2;

    private PutPackets() {
    }

    /**
     * {@return the words of one packet}
     *
     * @param headerBytes bytes of its payload header, 0 to 65535
     */
    public static int words(int headerBytes) {
        return FIXED_WORDS + (headerBytes + 3 >> 2);
    }

    /**
     * {@return the bus address of a packet's first pixel byte}
     *
     * @param frame a checked frame whose size has room for the packet
     * @param word word index of the packet
     */
    public static long address(MessageFrame frame, int word) {
        return Integer.toUnsignedLong(frame.word(word));
    }

    /**
     * {@return the bytes of a packet's pixels, 0 to 65535}
     *
     * @param frame a checked frame whose size has room for the packet
     * @param word word index of the packet
     */
    public static int pixelBytes(MessageFrame frame, int word) {
        return frame.word(word + 1) & 0xFFFF;
    }

    /**
     * {@return the bytes of a packet's payload header, 0 to 65535}
     *
     * @param frame a checked frame whose size has room for the packet's first two words
     * @param word word index of the packet
     */
    public static int headerBytes(MessageFrame frame, int word) {
        return frame.word(word + 1) >>> 16;
    }

    /**
     * {@return where a packet's payload header begins in the memory of the frame}
     *
     * @param frame a checked frame
     * @param word word index of the packet
     */
    public static long headerOffset(MessageFrame frame, int word) {
        return frame.offset() + (long) (word + FIXED_WORDS) * Integer.BYTES;
    }
}
