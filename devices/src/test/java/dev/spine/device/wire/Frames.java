package dev.spine.device.wire;

import dev.spine.iop.packet.wire.MacAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Ethernet frames for tests: a header, a number, and bytes that follow from the number. */
public final class Frames {
    /** Where the payload of a UDP datagram begins, so that a wire that makes the headers itself leaves all this as it is. */
    private static final int NUMBER_AT = 42;

    private Frames() {
    }

    /**
     * {@return a frame}
     *
     * @param destination 48 bits
     * @param source 48 bits
     * @param number anything, found again by {@link #number}
     * @param bytes its length, at least 46
     */
    public static MemorySegment frame(long destination, long source, int number, int bytes) {
        MemorySegment frame = Arena.ofAuto().allocate(bytes, 8);
        MacAddress.write(frame, 0, destination);
        MacAddress.write(frame, 6, source);
        frame.set(ValueLayout.JAVA_SHORT_UNALIGNED, 12, (short) 0xB588);
        renumber(frame, number);
        return frame;
    }

    /**
     * Gives a frame another number, and the bytes that follow from it.
     *
     * @param frame what {@link #frame} has made
     * @param number the new one
     */
    public static void renumber(MemorySegment frame, int number) {
        frame.set(ValueLayout.JAVA_INT_UNALIGNED, NUMBER_AT, number);
        for (int i = NUMBER_AT + 4; i < frame.byteSize(); i++) {
            frame.set(ValueLayout.JAVA_BYTE, i, octet(number, i));
        }
    }

    private static byte octet(int number, int position) {
        return (byte) (number * 31 + position * 7);
    }

    /**
     * {@return the number of a frame}
     *
     * @param memory where it is
     * @param offset its first byte
     */
    public static int number(MemorySegment memory, long offset) {
        return memory.get(ValueLayout.JAVA_INT_UNALIGNED, offset + NUMBER_AT);
    }

    /**
     * {@return whether all bytes of a frame are what its number says}
     *
     * @param memory where it is
     * @param offset its first byte
     * @param bytes its length
     */
    public static boolean isIntact(MemorySegment memory, long offset, int bytes) {
        int number = number(memory, offset);
        for (int i = NUMBER_AT + 4; i < bytes; i++) {
            if (memory.get(ValueLayout.JAVA_BYTE, offset + i) != octet(number, i)) {
                return false;
            }
        }
        return true;
    }
}
