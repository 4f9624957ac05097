package dev.spine.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.measure.ThreadAllocation;
import dev.spine.peer.forward.ForwardStart;
import dev.spine.peer.forward.ForwardStatus;
import dev.spine.peer.forward.ForwarderSettings;
import dev.spine.peer.forward.PacketForwarder;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The data path of peers allocates nothing in the steady state. */
@Tag("allocation")
class PeerAllocationTest {
    private static final int PORT = 5004;
    private static final long WARM_UP = 60_000;
    private static final long MEASURED = 500_000;

    private long offered;

    private void offer(Tasks tasks, TestCard card, byte[] packet, long count) throws InterruptedException {
        offered += count;
        CountDownLatch done = new CountDownLatch(1);
        tasks.run(() -> {
            card.offer(packet, count, 32);
            card.notifyWhenDone(done);
        });
        assertTrue(done.await(60, TimeUnit.SECONDS));
    }

    @Test
    void forwardedPacketsAndTheirMessagesAllocateNothing() throws InterruptedException {
        try (LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1)) {
            TestNode node = new TestNode(engine, 512, 256 * 1024);
            TestIop left = node.add(PeerSettings.STANDARD);
            TestIop right = node.add(PeerSettings.STANDARD);
            TestCard card = new TestCard(256);
            PacketForwarder forwarder = new PacketForwarder(ForwarderSettings.STANDARD);
            TestDisplay display = new TestDisplay();
            display.recording = false;
            left.install(card);
            int forwarderTid = left.install(forwarder);
            int displayTid = right.install(display);
            HostStub host = new HostStub(left);
            node.start();
            Tasks tasks = engine.tasks(left.kernel);
            tasks.run(() -> host.post(new ForwardStart(PORT, right.iopId, displayTid, 1, PixelFormat.UYVY.code()).message(),
                forwarderTid, 1));
            MessageFrame[] reply = new MessageFrame[1];
            tasks.await("the answer to START", () -> (reply[0] = host.poll()) != null);
            assertEquals(0, reply[0].requestStatus());

            byte[] packet = VideoBytes.packet(PORT, 0, -1, 0, 640, 320);
            long id = tasks.call(() -> Thread.currentThread().threadId());
            offer(tasks, card, packet, WARM_UP);
            // A few bytes for the call that begins the measurement, nothing for any packet or message.
            long allocated = ThreadAllocation.least(id, MEASURED / 100, () -> offer(tasks, card, packet, MEASURED));
            ForwardStatus status = Objects.requireNonNull(forwarder.statusOf(PORT));
            assertEquals(offered, status.put());
            assertEquals(offered, status.taken());
            assertTrue(allocated < MEASURED / 100, allocated + " bytes for " + MEASURED + " packets");
        }
    }
}
