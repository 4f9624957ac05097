package dev.spine.extension.host.kernel;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.spine.extension.host.kernel.PlacedNode.Where;
import dev.spine.extension.runtime.InstanceLimits;
import dev.spine.extension.runtime.RuntimeProtocol;
import dev.spine.host.driver.HostModel;
import dev.spine.host.testkit.EngineKind;
import dev.spine.i2o.MessageFrame;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import programs.Bouncer;

/** Activations of kernel extensions, and messages from the application and back, allocate nothing on the host's thread. */
class KernelAllocationTest {
    private static final long WARM_UP = 60_000;
    private static final long MEASURED = 200_000;

    private long answers;
    private long until;

    @Test
    void activationsAllocateNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
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
            long allocated = 0;
            for (long count : new long[] {WARM_UP, MEASURED}) {
                long before = threads.getThreadAllocatedBytes(thread);
                long end = until + count;
                node.onHost(() -> {
                    until = end;
                    send(node.kernel, bouncer);
                    return Boolean.TRUE;
                });
                node.node.tasks().await("the answers", () -> answers >= end);
                allocated = threads.getThreadAllocatedBytes(thread) - before;
            }
            assertTrue(allocated < MEASURED / 10, allocated + " bytes for " + MEASURED + " activations and as many messages each way");
        }
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
