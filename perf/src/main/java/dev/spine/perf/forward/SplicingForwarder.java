package dev.spine.perf.forward;

import dev.spine.host.lan.LanOsm;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Two ports spliced within the host's driver: the header is written in the bucket, and the bucket itself is sent; nothing is copied. */
final class SplicingForwarder extends HostForwarder {
    private @Nullable LanOsm from;
    private @Nullable LanOsm to;

    SplicingForwarder(HostTable table) {
        super(table);
    }

    @Override
    void connect(LanOsm in, LanOsm out) {
        from = in;
        to = out;
    }

    @Override
    public void onPacket(MemorySegment buckets, long offset, int length, int address, int bucket) {
        LanOsm in = from;
        LanOsm out = to;
        if (in == null || out == null) {
            throw new IllegalStateException("connect comes before packets");
        }
        int gateway = gateway(buckets, offset, length);
        if (gateway != 0) {
            rewrite(buckets, offset, gateway);
            if (out.send(address, length, bucket)) {
                return;
            }
        }
        drop();
        in.release(bucket);
    }

    @Override
    public void onBatchEnd() {
        if (to != null) {
            to.flush();
        }
    }

    @Override
    void onSent(int bucket) {
        LanOsm in = from;
        if (in != null) {
            in.release(bucket);
        }
    }
}
