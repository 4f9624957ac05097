package dev.spine.device.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.spine.device.HandAgent;
import dev.spine.device.disk.store.DelayingStore;
import dev.spine.device.disk.store.Latency;
import dev.spine.device.disk.store.MemoryStore;
import dev.spine.device.disk.store.Store;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.block.BlockTransfer;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.Frame;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reads and writes allocate nothing, on both ways that bytes can take. */
@Tag("allocation")
class DiskAllocationTest {
    private static final int BURST = 16;
    private static final int WARM_UP = 40_000;
    private static final int MEASURED = 80_000;

    private final MessageFrame writer = new MessageFrame();
    private long replies;

    private void burst(DiskRig rig) {
        for (int i = 0; i < BURST; i++) {
            Frame request = rig.hostRequests.take();
            assertNotNull(request);
            writer.wrap(request.memory(), request.offset(), request.slotBytes());
            BlockTransfer.writeOneRun(writer, i % 4 == 0 ? Function.BSA_BLOCK_WRITE : Function.BSA_BLOCK_READ, Tid.HOST, rig.tid, 7, i, 0,
                512, i * 512L, rig.address(i * 512));
            rig.hostRequests.post(Delivery.DIRECT, request);
        }
        while (rig.kernel.doWork(64) > 0) {
            rig.agent.takeCharges();
        }
        for (Frame reply = rig.hostReplies.poll(); reply != null; reply = rig.hostReplies.poll()) {
            replies++;
            rig.hostReplies.free(Delivery.DIRECT, reply);
        }
    }

    private void measure(Store store) {
        DiskRig rig = new DiskRig(DiskSettings.of("disk"), store, HandAgent.live("node0/iop1"));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < WARM_UP; i += BURST) {
            burst(rig);
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < MEASURED; i += BURST) {
            burst(rig);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        // The measurement itself, and what the compiler's threads charge to this one, stay below a byte for ten requests.
        assertTrue(allocated < MEASURED / 10, "allocated " + allocated + " bytes for " + MEASURED + " requests");
        assertEquals(WARM_UP + MEASURED, replies);
    }

    @Test
    void directTransfersAllocateNothing() {
        measure(MemoryStore.ofBytes(1 << 20));
    }

    @Test
    void stagedTransfersAllocateNothing() {
        measure(new DelayingStore(MemoryStore.ofBytes(1 << 20), Latency.fixed(0)));
    }
}
