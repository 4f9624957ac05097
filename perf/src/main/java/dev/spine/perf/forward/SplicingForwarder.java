package dev.spine.perf.forward;

import dev.spine.host.lan.LanOsm;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Two ports joined within the host's operating system: the header is written in the bucket, and the bucket itself is sent; nothing is
 * copied.
 */
class SplicingForwarder extends HostForwarder {
    private @Nullable LanOsm from;
    private @Nullable LanOsm to;

    SplicingForwarder(HostTable table, AgentContext agent) {
        super(table, agent);
    }

    @Override
    final void connect(LanOsm in, LanOsm out) {
        from = in;
        to = out;
    }

    @Override
    public final void onPacket(MemorySegment buckets, long offset, int length, int address, int bucket) {
        LanOsm in = from;
        LanOsm out = to;
        if (in == null || out == null) {
            throw new IllegalStateException("connect comes before packets");
        }
        agent().charge(Op.SOFT_INTERRUPT);
        agent().charge(Op.IP_INPUT);
        int gateway = gateway(buckets, offset, length);
        if (gateway != 0) {
            agent().charge(Op.IP_FORWARD);
            rewrite(buckets, offset, gateway);
            agent().charge(Op.IP_OUTPUT);
            if (send(in, out, address, length, bucket)) {
                return;
            }
        }
        in.release(bucket);
        drop();
    }

    /** Has a packet sent from where it lies; false: not now. */
    boolean send(LanOsm in, LanOsm out, int address, int length, int bucket) {
        return out.send(address, length, bucket);
    }

    @Override
    public final void onBatchEnd() {
        if (to != null) {
            to.flush();
        }
    }

    @Override
    final void onSent(int bucket) {
        LanOsm in = from;
        if (in != null) {
            in.release(bucket);
        }
        done();
    }
}
