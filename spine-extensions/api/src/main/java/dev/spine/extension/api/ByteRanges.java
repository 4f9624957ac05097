package dev.spine.extension.api;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** What {@link Buffer} does with ranges, eight bytes at a time. The caller has checked that they are there. Stateless. */
final class ByteRanges {
    private static final long EACH_BYTE = 0x0101_0101_0101_0101L;
    private static final long LOW_BITS = 0x7F7F_7F7F_7F7F_7F7FL;
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;
    private static final int TURN = 29;
    /** Where a table has the classes, behind its two numbers. */
    private static final int CLASSES_AT = 2;

    private ByteRanges() {}

    /** How many bytes are before the first one of a value, -1 when there is none. */
    static int find(MemorySegment memory, long first, int bytes, int value) {
        long wanted = (value & 0xFF) * EACH_BYTE;
        int done = 0;
        for (; done <= bytes - Long.BYTES; done += Long.BYTES) {
            long found = zeroBytes(memory.get(Buffer.LONG, first + done) ^ wanted);
            if (found != 0) {
                return done + (Long.numberOfLeadingZeros(found) >>> 3);
            }
        }
        for (; done < bytes; done++) {
            if (memory.get(ValueLayout.JAVA_BYTE, first + done) == (byte) value) {
                return done;
            }
        }
        return -1;
    }

    /** How many bytes are before the first two that are the high and the low byte of a value, -1 when there are none. */
    static int find16(MemorySegment memory, long first, int bytes, int value) {
        long wanted = (value >>> Byte.SIZE & 0xFF) * EACH_BYTE;
        long behind = (value & 0xFF) * EACH_BYTE;
        int done = 0;
        for (; done < bytes - Long.BYTES; done += Long.BYTES) {
            long found = zeroBytes(memory.get(Buffer.LONG, first + done) ^ wanted | memory.get(Buffer.LONG, first + done + 1) ^ behind);
            if (found != 0) {
                return done + (Long.numberOfLeadingZeros(found) >>> 3);
            }
        }
        for (; done < bytes - 1; done++) {
            if (memory.get(Buffer.SHORT, first + done) == (short) value) {
                return done;
            }
        }
        return -1;
    }

    /** The highest bit of each byte that is 0, and no other bit. */
    private static long zeroBytes(long word) {
        return ~((word & LOW_BITS) + LOW_BITS | word | LOW_BITS);
    }

    /** How many bytes have a value, and shifted by 32 bits how many there are up to the last one of them. */
    static long count(MemorySegment memory, long first, int bytes, int value) {
        long wanted = (value & 0xFF) * EACH_BYTE;
        int count = 0;
        int last = 0;
        int done = 0;
        for (; done <= bytes - Long.BYTES; done += Long.BYTES) {
            long found = zeroBytes(memory.get(Buffer.LONG, first + done) ^ wanted);
            if (found != 0) {
                count += Long.bitCount(found);
                last = done + Long.BYTES - (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        for (; done < bytes; done++) {
            if (memory.get(ValueLayout.JAVA_BYTE, first + done) == (byte) value) {
                count++;
                last = done + 1;
            }
        }
        return (long) last << Integer.SIZE | count;
    }

    /** How many bytes are before the first one of a set, -1 when there is none. */
    static int findOneOf(MemorySegment memory, long first, int bytes, long upTo63, long upTo127, long upTo191, long upTo255) {
        for (int done = 0; done < bytes; done++) {
            int value = memory.get(ValueLayout.JAVA_BYTE, first + done);
            long word = value >= 0 ? value < Long.SIZE ? upTo63 : upTo127 : value < -Long.SIZE ? upTo191 : upTo255;
            if ((word >>> value & 1) != 0) {
                return done;
            }
        }
        return -1;
    }

    static int tableBytes(int bits, int last) {
        return CLASSES_AT + 256 + (last << bits) + 256;
    }

    /** How many bytes were walked, shifted by 8 bits, and the state then. */
    static long walk(MemorySegment memory, long first, int bytes, MemorySegment table, long tableFirst, int bits, int last, int state) {
        long classes = tableFirst + CLASSES_AT;
        long rows = classes + 256;
        int now = state;
        for (int done = 0; done < bytes; done++) {
            int value = memory.get(ValueLayout.JAVA_BYTE, first + done) & 0xFF;
            int row = Math.min(table.get(ValueLayout.JAVA_BYTE, classes + value) & 0xFF, last) << bits;
            now = table.get(ValueLayout.JAVA_BYTE, rows + row + now) & 0xFF;
            if (now == 0) {
                return (long) (done + 1) << Byte.SIZE;
            }
        }
        return (long) bytes << Byte.SIZE | now;
    }

    static long hash(MemorySegment memory, long first, int bytes, long before) {
        long value = before;
        int done = 0;
        for (; done <= bytes - Long.BYTES; done += Long.BYTES) {
            value = mix(value, memory.get(Buffer.LONG, first + done));
        }
        if (done == bytes) {
            return value;
        }
        long word = 0;
        for (int shift = Long.SIZE - Byte.SIZE; done < bytes; shift -= Byte.SIZE) {
            word |= (memory.get(ValueLayout.JAVA_BYTE, first + done++) & 0xFFL) << shift;
        }
        return mix(value, word);
    }

    private static long mix(long value, long word) {
        return Long.rotateLeft((value ^ word) * FACTOR, TURN);
    }

    static void fill(MemorySegment memory, long first, int bytes, int value) {
        long word = (value & 0xFF) * EACH_BYTE;
        int done = 0;
        for (; done <= bytes - Long.BYTES; done += Long.BYTES) {
            memory.set(Buffer.LONG, first + done, word);
        }
        for (; done < bytes; done++) {
            memory.set(ValueLayout.JAVA_BYTE, first + done, (byte) value);
        }
    }
}
