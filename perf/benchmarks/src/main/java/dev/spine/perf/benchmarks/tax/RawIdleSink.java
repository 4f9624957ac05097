package dev.spine.perf.benchmarks.tax;

import dev.spine.extension.benchmarks.IdleExtension;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketSink;

/**
 * What {@link dev.spine.extension.benchmarks.IdleExtension} does, written for a port by itself; it counts its packets, or there would be
 * nothing at all.
 */
final class RawIdleSink implements PacketSink {
    private final AgentContext agent;
    private long packets;

    RawIdleSink(AgentContext agent) {
        this.agent = agent;
    }

    @Override
    public boolean onPacket(Packet packet) {
        if (!RawFilter.isFor(packet, IdleExtension.PORT)) {
            return false;
        }
        packets++;
        packet.release(agent);
        return true;
    }

    /** Packets that were its own. */
    long packets() {
        return packets;
    }
}
