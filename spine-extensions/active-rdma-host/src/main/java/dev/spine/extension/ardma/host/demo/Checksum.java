package dev.spine.extension.ardma.host.demo;

import dev.spine.extension.ardma.host.lift.Areas;
import dev.spine.extension.ardma.host.lift.RoutineLifter;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import java.nio.ByteBuffer;

/**
 * The CRC-32 of a part of an area, as {@link java.util.zip.CRC32} has it. Its table of 256 words is the routine's data section. Where any
 * hash does, {@link Areas#hash} is many times as fast. Any thread.
 */
public final class Checksum {
    private static final int POLYNOMIAL = 0xEDB8_8320;
    private static final int ENTRIES = 256;

    private Checksum() {}

    /**
     * {@return the checksum, 0 to 2^32 - 1}
     *
     * @param offset of the first byte
     * @param bytes how many; the checksum of none is 0
     */
    static long crc(long offset, long bytes) {
        int crc = -1;
        for (long done = 0; done < bytes; done += Numbers.PIECE) {
            long piece = Math.min(bytes - done, Numbers.PIECE);
            Areas.copy(0, offset + done, Areas.SCRATCH, 0, piece);
            for (long i = 0; i < piece; i++) {
                int entry = (crc ^ Areas.load8(Areas.SCRATCH, i)) & ENTRIES - 1;
                crc = crc >>> Byte.SIZE ^ Areas.load32(Areas.DATA, (long) entry * Integer.BYTES);
            }
        }
        return ~crc & 0xFFFF_FFFFL;
    }

    private static byte[] table() {
        ByteBuffer table = ByteBuffer.allocate(ENTRIES * Integer.BYTES);
        for (int i = 0; i < ENTRIES; i++) {
            int entry = i;
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                entry = (entry & 1) == 0 ? entry >>> 1 : entry >>> 1 ^ POLYNOMIAL;
            }
            table.putInt(entry);
        }
        return table.array();
    }

    /** {@return the routine of {@code (offset, bytes)} that returns the CRC-32 of bytes of area 0} */
    public static byte[] routine() {
        RoutineBuilder routine = RoutineLifter.lift(Checksum::crc).areas(1).scratch(Numbers.PIECE);
        routine.data(table());
        return routine.build();
    }
}
