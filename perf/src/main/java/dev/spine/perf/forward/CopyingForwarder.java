package dev.spine.perf.forward;

import dev.spine.host.lan.LanOsm;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.AgentContext;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** An application between two ports: copies each packet from its bucket into a buffer of its own, and sends that. */
final class CopyingForwarder extends HostForwarder {
    static final int SLOT_BYTES = 2048;

    private final Region memory;
    private final int[] free;
    private int freeCount;
    /** Whether packets have come since the application slept last. */
    private boolean isAwake;
    private @Nullable LanOsm from;
    private @Nullable LanOsm to;

    CopyingForwarder(HostTable table, AgentContext agent, Region memory, int slots) {
        super(table, agent);
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
        isAwake = true;
        crossed();
        int gateway = gateway(buckets, offset, length);
        if (gateway == 0 || freeCount == 0) {
            drop();
        } else {
            int slot = free[--freeCount];
            long at = (long) slot * SLOT_BYTES;
            MemorySegment.copy(buckets, offset, memory.memory(), at, length);
            copied(length);
            rewrite(memory.memory(), at, gateway);
            if (!out.send((int) memory.base() + (int) at, length, slot)) {
                drop();
                free[freeCount++] = slot;
            }
        }
        in.release(bucket);
    }

    @Override
    public void onBatchEnd() {
        if (isAwake) {
            isAwake = false;
            woken();
        }
        if (to != null) {
            to.flush();
        }
    }

    @Override
    void onSent(int slot) {
        free[freeCount++] = slot;
        done();
    }
}
