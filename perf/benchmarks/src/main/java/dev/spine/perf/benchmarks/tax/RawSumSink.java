package dev.spine.perf.benchmarks.tax;

import dev.spine.extension.benchmarks.IdleExtension;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** What {@link dev.spine.extension.benchmarks.SumExtension} does, on the memory itself and for a port by itself. */
final class RawSumSink implements PacketSink {
    private static final ValueLayout.OfChar UNSIGNED = ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int CHECKSUM = 40;
    private static final int PAYLOAD = 42;

    private final AgentContext agent;
    private final MemorySegment counts = Arena.ofAuto().allocate(16, 8);

    RawSumSink(AgentContext agent) {
        this.agent = agent;
    }

    @Override
    public boolean onPacket(Packet packet) {
        if (!RawFilter.isFor(packet, IdleExtension.PORT)) {
            return false;
        }
        check(packet.memory(), packet.offset(), packet.length());
        packet.release(agent);
        return true;
    }

    private void check(MemorySegment packet, long at, int bytes) {
        int sum = 0;
        for (int i = PAYLOAD; i < bytes; i += 2) {
            sum += packet.get(UNSIGNED, at + i);
        }
        sum = (sum & 0xFFFF) + (sum >>> 16);
        sum = (sum & 0xFFFF) + (sum >>> 16);
        int count = (sum ^ 0xFFFF) == packet.get(UNSIGNED, at + CHECKSUM) ? 0 : Long.BYTES;
        counts.set(INT, count, counts.get(INT, count) + 1);
    }

    /** Packets whose checksum was wrong, which are none. */
    int bad() {
        return counts.get(INT, Long.BYTES);
    }
}
