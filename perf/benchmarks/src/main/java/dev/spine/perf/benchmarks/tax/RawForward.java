package dev.spine.perf.benchmarks.tax;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** What {@link dev.spine.extension.benchmarks.ForwardExtension} does, on the memory itself and called directly. */
final class RawForward {
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfChar UNSIGNED = ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int HEADER = 14;
    private static final int HEADER_BYTES = 20;

    private final MemorySegment result = Arena.ofAuto().allocate(64, 64);
    private long bad;

    void forward(MemorySegment packet, long at) {
        int sum = 0;
        for (int i = HEADER; i < HEADER + HEADER_BYTES; i += 2) {
            sum += packet.get(UNSIGNED, at + i);
        }
        sum = (sum & 0xFFFF) + (sum >>> 16);
        sum = (sum & 0xFFFF) + (sum >>> 16);
        int timeToLive = packet.get(ValueLayout.JAVA_BYTE, at + HEADER + 8) & 0xFF;
        if (sum != 0xFFFF || timeToLive < 2) {
            bad++;
            return;
        }
        int checksum = packet.get(UNSIGNED, at + HEADER + 10) + 0x100;
        checksum = (checksum & 0xFFFF) + (checksum >>> 16);
        result.set(ValueLayout.JAVA_BYTE, 0, (byte) (timeToLive - 1));
        result.set(SHORT, 2, (short) checksum);
    }

    /** Packets that were no good, and the last result, so that nothing is left out. */
    long sum() {
        return bad + result.get(ValueLayout.JAVA_INT, 0);
    }
}
