package dev.spine.perf.forward;

import dev.spine.host.lan.LanOsm;
import dev.spine.iop.engine.AgentContext;

/**
 * A host that sees the heads of packets only (USC/ISI's peer DMA): the header is written in the head, and the second card fetches the head
 * from host memory and the body from the first card's.
 */
final class HeaderForwarder extends SplicingForwarder {
    private final int headBytes;

    HeaderForwarder(HostTable table, AgentContext agent, int headBytes) {
        super(table, agent);
        this.headBytes = headBytes;
    }

    @Override
    boolean send(LanOsm in, LanOsm out, int address, int length, int bucket) {
        return length <= headBytes ? out.send(address, length, bucket)
            : out.send(address, headBytes, in.bodyAddress(bucket), length - headBytes, bucket);
    }
}
