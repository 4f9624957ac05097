package dev.spine.perf.benchmarks.tax;

import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** How one who writes for himself alone sees that a packet is his: what {@code PacketFilter.udp(port)} says, written out. */
final class RawFilter {
    private static final ValueLayout.OfChar UNSIGNED = ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int MIN_BYTES = 42;

    private RawFilter() {}

    /** Whether a packet is UDP over IPv4 without options, no fragment, and for a port. */
    static boolean isFor(Packet packet, int port) {
        MemorySegment bytes = packet.memory();
        long at = packet.offset();
        return packet.length() >= MIN_BYTES && bytes.get(UNSIGNED, at + 12) == 0x0800 && bytes.get(ValueLayout.JAVA_BYTE, at + 14) == 0x45
            && (bytes.get(UNSIGNED, at + 20) & 0x3FFF) == 0 && bytes.get(ValueLayout.JAVA_BYTE, at + 23) == 17
            && bytes.get(UNSIGNED, at + 36) == port;
    }
}
