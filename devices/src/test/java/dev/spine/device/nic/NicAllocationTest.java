package dev.spine.device.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.spine.device.wire.Frames;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.lan.LanPacketSend;
import dev.spine.i2o.message.lan.LanReceivePost;
import dev.spine.i2o.sgl.SglWriter;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.Frame;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Packets cost no memory: neither received, nor sent, nor answered. */
@Tag("allocation")
class NicAllocationTest {
    private static final int WARM_UP = 20_000;
    private static final int MEASURED = 20_000;
    private static final int BURST = 16;

    private final NicRig rig = new NicRig(NicSettings.of("lan0", NicRig.ADDRESS), new LinkWire("l", Wire.IMMEDIATE, 64, 1514), 8);
    private final MessageFrame writer = new MessageFrame();
    private final SglWriter sgl = new SglWriter();
    private final MemorySegment frame = Frames.frame(NicRig.ADDRESS, NicRig.STATION, 1, 1400);
    private long replies;
    private long received;

    private void burst() {
        Frame request = rig.hostRequests.take();
        if (request == null) {
            throw new AssertionError("a request frame was expected");
        }
        writer.wrap(request.memory(), request.offset(), request.slotBytes());
        LanReceivePost.begin(writer, Tid.HOST, rig.tid, NicRig.INITIATOR_CONTEXT, BURST);
        sgl.begin(writer, MessageFrame.HEADER_WORDS);
        for (int i = 0; i < BURST; i++) {
            sgl.into(i, rig.bucketAddress(i), NicRig.BUCKET_BYTES);
            sgl.endBuffer();
        }
        sgl.finish();
        rig.hostRequests.post(Delivery.DIRECT, request);
        request = rig.hostRequests.take();
        if (request == null) {
            throw new AssertionError("a request frame was expected");
        }
        writer.wrap(request.memory(), request.offset(), request.slotBytes());
        LanPacketSend.begin(writer, Tid.HOST, rig.tid, NicRig.INITIATOR_CONTEXT, 0);
        sgl.begin(writer, MessageFrame.HEADER_WORDS);
        for (int i = 0; i < 4; i++) {
            sgl.from(i, rig.bucketAddress(100 + i), 1400);
            sgl.endBuffer();
        }
        sgl.finish();
        rig.hostRequests.post(Delivery.DIRECT, request);
        for (int i = 0; i < BURST; i++) {
            rig.far().trySend(rig.station, frame, 0, 1400);
        }
        while (rig.kernel.doWork(64) > 0) {
            rig.agent.takeCharges();
        }
        for (Frame reply = rig.hostReplies.poll(); reply != null; reply = rig.hostReplies.poll()) {
            replies++;
            rig.hostReplies.free(Delivery.DIRECT, reply);
        }
        for (Packet packet = rig.far().arrivals().poll(); packet != null; packet = rig.far().arrivals().poll()) {
            received++;
            packet.release(rig.station);
        }
    }

    @Test
    void packetsAllocateNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < WARM_UP; i += BURST) {
            burst();
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < MEASURED; i += BURST) {
            burst();
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        // The measurement itself, and what the compiler's threads charge to this one, stay below a byte per packet.
        assertTrue(allocated < MEASURED / 10, "allocated " + allocated + " bytes for " + MEASURED + " packets");
        assertEquals(2L * (WARM_UP + MEASURED) / BURST, replies);
        assertEquals(4L * (WARM_UP + MEASURED) / BURST, received);
    }
}
