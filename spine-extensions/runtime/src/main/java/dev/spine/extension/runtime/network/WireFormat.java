package dev.spine.extension.runtime.network;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Where the fields of a frame between runtimes are: a MAC header, a routing header of 34 bytes, and the 64 bytes that the message has on
 * the bus, or a fragment of data. Fields of the MAC header are in network order, all others, as in I2O, with the least significant byte
 * first. Any thread.
 */
public final class WireFormat {
    /** The EtherType (IEEE 802, local experimental 1). */
    public static final int ETHER_TYPE = 0x88B5;
    /** The version that is spoken here; frames of others are counted and dropped. */
    public static final int VERSION = 1;

    /** Destination's hardware address, 6 bytes. */
    public static final int DESTINATION = 0;
    /** Source's hardware address, 6 bytes. */
    public static final int SOURCE = 6;
    /** {@link #VERSION}, 1 byte. */
    public static final int VERSION_BYTE = 14;
    /** One of the types below, 1 byte. */
    public static final int TYPE = 15;
    /** Bytes after the routing header, 2 bytes: a wire may pad frames. */
    public static final int PAYLOAD_BYTES = 16;
    /** Index of the channel, 1 byte. */
    public static final int CHANNEL = 18;
    /** Ordinal of a {@link dev.spine.extension.api.ReturnReason}, 1 byte; in frames of a stream, 1 when they are to be answered at once. */
    public static final int REASON = 19;
    /** The number that the receiver of the stream has given to the session, 4 bytes. */
    public static final int SESSION = 20;
    /** Generation of the channel, number of a greeting, or number of a message that may return, 4 bytes. */
    public static final int GENERATION = 24;
    /** The frame's number in its channel, 4 bytes. */
    public static final int SEQUENCE = 28;
    /** The number of the next frame that is expected, 4 bytes. */
    public static final int EXPECTED = 32;
    /** How many frames from that one on the receiver takes, 4 bytes. */
    public static final int WINDOW = 36;
    /** How many bytes of data follow the message in fragments, 4 bytes. */
    public static final int DATA_BYTES = 40;
    /** 0, 4 bytes. */
    public static final int RESERVED = 44;
    /** Where the message or the fragment begins. */
    public static final int PAYLOAD = 48;
    /** Bytes of a message. */
    public static final int MESSAGE_BYTES = 64;
    /** Words of a message. */
    public static final int MESSAGE_WORDS = 16;
    /** The word of a message with receiver [31:16], user byte [15:8] and kind [7:0]. */
    public static final int CONTROL_WORD = 3;
    /** Where in that word the receiving instance begins; its handler is in the 8 bits below. */
    public static final int INSTANCE_SHIFT = 24;
    /** Bytes of a frame with a message. */
    public static final int MESSAGE_FRAME_BYTES = PAYLOAD + MESSAGE_BYTES;
    /** Bytes of the shortest frame, as Ethernet wants it without its check sequence. */
    public static final int SHORTEST_BYTES = 60;
    /** The most data of one message, so that sums of lengths stay far below what an int holds. */
    public static final int MAX_DATA_BYTES = 1 << 24;

    /** A message that nobody answers. */
    static final int MESSAGE = 1;
    /** A message that returns when it cannot be taken. */
    static final int RETURNABLE = 2;
    /** A returnable message was taken. */
    static final int TAKEN = 3;
    /** A returnable message was not taken. */
    static final int RETURNED = 4;
    /** Asks for a session. */
    static final int HELLO = 5;
    /** Gives a session its number. */
    static final int WELCOME = 6;
    /** A message of a channel. */
    static final int DATA_MESSAGE = 7;
    /** A part of the data of the message before it. */
    static final int DATA_FRAGMENT = 8;
    /** What has arrived of a channel, and how much more may come. */
    static final int ACKNOWLEDGED = 9;
    /** Nothing from the expected number on is taken in this generation. */
    static final int CLOSED = 10;
    /** The receiver knows no such session. */
    static final int UNKNOWN_SESSION = 11;
    static final int LAST_TYPE = UNKNOWN_SESSION;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private WireFormat() {}

    static int u8(MemorySegment frame, long offset) {
        return frame.get(ValueLayout.JAVA_BYTE, offset) & 0xFF;
    }

    static void put8(MemorySegment frame, long offset, int value) {
        frame.set(ValueLayout.JAVA_BYTE, offset, (byte) value);
    }

    static int u16(MemorySegment frame, long offset) {
        return frame.get(SHORT, offset) & 0xFFFF;
    }

    static void put16(MemorySegment frame, long offset, int value) {
        frame.set(SHORT, offset, (short) value);
    }

    static int i32(MemorySegment frame, long offset) {
        return frame.get(INT, offset);
    }

    static void put32(MemorySegment frame, long offset, int value) {
        frame.set(INT, offset, value);
    }
}
