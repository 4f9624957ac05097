package dev.spine.extension.panic.card;

import dev.spine.extension.api.Buffer;

/**
 * The header of a PANIC packet: a MAC header with Ethernet type {@link #ETHER_TYPE}, two bytes of zero, then 16 bytes of PANIC. The payload
 * begins at byte {@link #BYTES}, so that each of its words can be read in place. Numbers are big-endian. Any thread.
 */
public final class PacketHeader {
    /** The Ethernet type of PANIC packets. */
    public static final int ETHER_TYPE = 0x88B6;
    /** Where the payload begins. */
    public static final int BYTES = 32;
    /** The version, in the high half of the first field. */
    public static final int VERSION = 1;

    /** A message for a trigger of a program. */
    public static final int DATA = 0;
    /** The last kind that asks for control of programs: load, unload, run, stop. */
    public static final int LAST_CONTROL = 4;
    /** The last kind: an answer. */
    public static final int LAST_KIND = 5;

    /** The payload is a part of a message; the low half of the sequence number is where the part begins in the message, in bytes. */
    public static final int FRAGMENT = 1;
    /** The last part of its message. */
    public static final int LAST = 2;
    /** Sent to a group of nodes, or to all. */
    public static final int TO_GROUP = 4;
    /** The flags that this version knows. */
    static final int FLAGS = FRAGMENT | LAST | TO_GROUP;

    /** Where the address of the receiver begins: 6 bytes. */
    public static final int TO_HIGH = 0;
    /** Where the address of the sender begins: 6 bytes. */
    public static final int FROM_HIGH = 6;
    /** Where the Ethernet type is: 2 bytes, as all that follow. */
    public static final int TYPE = 12;
    /** Where version and kind are. */
    public static final int KIND = 16;
    /** Where the program's number is. */
    public static final int PROGRAM = 18;
    /** Where the trigger is. */
    public static final int TRIGGER = 20;
    /** Where the number of the program that has sent it is. */
    public static final int SOURCE = 22;
    /** Where the bytes of the payload are. */
    public static final int LENGTH = 24;
    /** Where the flags are. */
    public static final int FLAGS_AT = 26;

    private static final int GROUP_BIT = 0x100;
    private static final int HALF = 16;
    private static final int LOW_HALF = 0xFFFF;

    private static final int TO_LOW = 2;
    private static final int FROM_LOW = 8;
    private static final int ZERO = 14;
    private static final int SEQUENCE = 28;

    private PacketHeader() {}

    /** Writes the addresses. */
    static void address(Buffer frame, int toHigh, int toLow, long from) {
        frame.put16(TO_HIGH, toHigh);
        frame.put32(TO_LOW, toLow);
        frame.put16(FROM_HIGH, (int) (from >>> Integer.SIZE));
        frame.put32(FROM_LOW, (int) from);
        frame.put16(TYPE, ETHER_TYPE);
        frame.put16(ZERO, 0);
    }

    /** Writes the rest of the header of a message for a program. */
    static void write(Buffer frame, int program, int trigger, int source, int length, int flags, int sequence) {
        frame.put16(KIND, VERSION << Byte.SIZE | DATA);
        frame.put16(PROGRAM, program);
        frame.put16(TRIGGER, trigger);
        frame.put16(SOURCE, source);
        frame.put16(LENGTH, length);
        frame.put16(FLAGS_AT, flags);
        frame.put32(SEQUENCE, sequence);
    }

    /** Whether a frame has a header whose fields fit together and whose payload is in the frame. */
    static boolean isWellFormed(Buffer frame) {
        return frame.length() >= BYTES && frame.u16(ZERO) == 0 && frame.u8(KIND) == VERSION && kind(frame) <= LAST_KIND
            && length(frame) <= frame.length() - BYTES && (flags(frame) & ~FLAGS) == 0
            && (isFragment(frame) || (flags(frame) & LAST) == 0);
    }

    /** Whether a frame of at least 14 bytes is for a node with an address, for a group, or for all. */
    static boolean isFor(Buffer frame, long address) {
        return isGroup(frame.u16(TO_HIGH))
            || frame.u16(TO_HIGH) == (int) (address >>> Integer.SIZE) && frame.i32(TO_LOW) == (int) address;
    }

    /** Whether the first two octets are those of a group, or of all nodes. */
    static boolean isGroup(int high) {
        return (high & GROUP_BIT) != 0;
    }


    static int kind(Buffer frame) {
        return frame.u8(KIND + 1);
    }

    static int program(Buffer frame) {
        return frame.u16(PROGRAM);
    }

    static int trigger(Buffer frame) {
        return frame.u16(TRIGGER);
    }

    static int source(Buffer frame) {
        return frame.u16(SOURCE);
    }

    static int length(Buffer frame) {
        return frame.u16(LENGTH);
    }

    static int flags(Buffer frame) {
        return frame.u16(FLAGS_AT);
    }

    static boolean isFragment(Buffer frame) {
        return (flags(frame) & FRAGMENT) != 0;
    }

    static boolean isLast(Buffer frame) {
        return (flags(frame) & LAST) != 0;
    }

    /** Which message of its sender: the high half of the sequence number. */
    static int messageNumber(Buffer frame) {
        return frame.i32(SEQUENCE) >>> HALF;
    }

    /** Where in its message a fragment begins. */
    static int fragmentAt(Buffer frame) {
        return frame.i32(SEQUENCE) & LOW_HALF;
    }

    /** The sequence number of a part of a message. */
    static int sequence(int messageNumber, int at) {
        return messageNumber << HALF | at;
    }

    static int senderHigh(Buffer frame) {
        return frame.u16(FROM_HIGH);
    }

    static int senderLow(Buffer frame) {
        return frame.i32(FROM_LOW);
    }
}
