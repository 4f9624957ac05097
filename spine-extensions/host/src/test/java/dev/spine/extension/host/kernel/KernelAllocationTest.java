package dev.spine.extension.host.kernel;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.host.kernel.PlacedNode.Where;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.host.driver.HostModel;
import dev.spine.host.testkit.EngineKind;
import dev.spine.i2o.MessageFrame;
import dev.spine.measure.ThreadAllocation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import programs.Bouncer;

/** Activations of kernel extensions, and messages from the application and back, allocate nothing on the host's thread. */
@Tag("allocation")
class KernelAllocationTest {
    private static final long WARM_UP = 60_000;
    private static final long MEASURED = 200_000;

    private long answers;
    private long until;

    @Test
    void activationsAllocateNothing() throws InterruptedException {
        try (PlacedNode node = new PlacedNode(Where.HOST, EngineKind.LIVE_ONE_CORE, HostModel.POLLED, InstanceLimits.STANDARD)) {
            int bouncer = node.load(Bouncer.class);
            node.onHost(() -> {
                node.kernel.listen(6, reply -> {
                    answers++;
                    if (answers < until) {
                        send(node.kernel, bouncer);
                    }
                });
                return Boolean.TRUE;
            });
            long thread = node.onHost(() -> Thread.currentThread().threadId());
            exchange(node, bouncer, WARM_UP);
            long allocated = ThreadAllocation.least(thread, MEASURED / 10, () -> exchange(node, bouncer, MEASURED));
            assertTrue(allocated < MEASURED / 10, allocated + " bytes for " + MEASURED + " activations and as many messages each way");
        }
    }

    private void exchange(PlacedNode node, int bouncer, long count) throws InterruptedException {
        long end = until + count;
        node.onHost(() -> {
            until = end;
            send(node.kernel, bouncer);
            return Boolean.TRUE;
        });
        node.node.tasks().await("the answers", () -> answers >= end);
    }

    private static void send(KernelRuntime kernel, int instance) {
        MessageFrame frame = kernel.open(instance, 1, 0);
        if (frame == null) {
            throw new AssertionError("one message at a time always has a frame");
        }
        frame.setWord(RuntimeProtocol.FIRST_USER_WORD, 5);
        kernel.post();
    }
}
