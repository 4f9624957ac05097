package dev.spine.perf.benchmarks.tax;

import dev.spine.extension.benchmarks.IdleExtension;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketSink;

/** {@link RawForward} for a port by itself. */
final class RawForwardSink implements PacketSink {
    private final AgentContext agent;
    private final RawForward work = new RawForward();

    RawForwardSink(AgentContext agent) {
        this.agent = agent;
    }

    @Override
    public boolean onPacket(Packet packet) {
        if (!RawFilter.isFor(packet, IdleExtension.PORT)) {
            return false;
        }
        work.forward(packet.memory(), packet.offset());
        packet.release(agent);
        return true;
    }

    /** See {@link RawForward#sum}. */
    long sum() {
        return work.sum();
    }
}
