package dev.spine.extension.runtime.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.spine.extension.api.ServiceLevel;
import dev.spine.iop.engine.Layout;
import dev.spine.iop.engine.LiveEngine;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Messages to and from the network allocate nothing in the steady state, whatever their level; on the live engine. */
class NetworkAllocationTest {
    private static final long WARM_UP = 60_000;
    private static final long MEASURED = 300_000;

    @Test
    void messagesAllocateNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (ServiceLevel level : ServiceLevel.values()) {
            try (LiveEngine engine = new LiveEngine(Layout.ONE_CORE, 1)) {
                Stations both = new Stations(engine, Weather.FINE, 1, NetworkSettings.STANDARD);
                Station.Order order = new Station.Order(level, 3, 7, 1, 0);
                engine.tasks(both.right).run(() -> both.right.keepsLists = false);
                engine.tasks(both.left).run(() -> both.left.keepsLists = false);
                long id = engine.tasks(both.left).call(() -> Thread.currentThread().threadId());
                long allocated = 0;
                long sent = 0;
                for (long count : new long[] {WARM_UP, MEASURED}) {
                    long until = sent + count;
                    sent = until;
                    long before = threads.getThreadAllocatedBytes(id);
                    engine.tasks(both.left).run(() -> {
                        both.left.repeated = order;
                        both.left.repeats.set(count);
                    });
                    engine.tasks(both.right).await("the messages",
                        () -> both.right.count.get() >= until - 64 && both.left.repeats.get() == 0);
                    allocated = threads.getThreadAllocatedBytes(id) - before;
                }
                assertTrue(allocated < MEASURED / 10, level + ": " + allocated + " bytes for " + MEASURED + " messages");
                assertEquals(0, both.left.returned.size());
            }
        }
    }
}
