package dev.spine.perf.forward;

import dev.spine.host.driver.HostAgent;
import dev.spine.host.lan.LanOsm;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.Op;
import dev.spine.perf.process.HostProcess;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** An application between two ports: copies each packet from its bucket into a buffer of its own, and sends that. */
final class CopyingForwarder extends HostForwarder {
    static final int SLOT_BYTES = 2048;

    private final HostProcess process;
    private final Region memory;
    private final int[] free;
    private int freeCount;
    private @Nullable LanOsm from;
    private @Nullable LanOsm to;

    CopyingForwarder(HostTable table, HostAgent host, Region memory, int slots) {
        super(table, host.context());
        this.process = new HostProcess(host);
        this.memory = memory;
        this.free = new int[slots];
        for (int slot = 0; slot < slots; slot++) {
            free[freeCount++] = slot;
        }
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
        process.packetArrived();
        agent().charge(Op.MOVE_APPLICATION);
        int gateway = gateway(buckets, offset, length);
        if (gateway == 0 || freeCount == 0) {
            drop();
        } else {
            int slot = free[--freeCount];
            long at = (long) slot * SLOT_BYTES;
            MemorySegment.copy(buckets, offset, memory.memory(), at, length);
            copied(length);
            rewrite(memory.memory(), at, gateway);
            process.packetSent();
            if (!out.send((int) memory.base() + (int) at, length, slot)) {
                drop();
                free[freeCount++] = slot;
            }
        }
        in.release(bucket);
    }

    @Override
    public void onBatchEnd() {
        if (to != null) {
            to.flush();
        }
    }

    @Override
    void onSent(int slot) {
        agent().charge(Op.MOVE_APPLICATION);
        free[freeCount++] = slot;
        done();
    }
}
