package dev.spine.extension.runtime.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.ServiceLevel;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.measure.ThreadAllocation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages to and from the network allocate nothing in the steady state, whatever their level; on the live engine. */
@Tag("allocation")
class NetworkAllocationTest {
    private static final long WARM_UP = 60_000;
    private static final long MEASURED = 300_000;

    private long sent;

    private void send(LiveEngine engine, Stations both, Station.Order order, long count) throws InterruptedException {
        sent += count;
        long until = sent;
        engine.tasks(both.left).run(() -> {
            both.left.repeated = order;
            both.left.repeats.set(count);
        });
        engine.tasks(both.right).await("the messages", () -> both.right.count.get() >= until - 64 && both.left.repeats.get() == 0);
    }

    @Test
    void messagesAllocateNothing() throws InterruptedException {
        for (ServiceLevel level : ServiceLevel.values()) {
            try (LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1)) {
                Stations both = new Stations(engine, Weather.FINE, 1, NetworkSettings.STANDARD);
                Station.Order order = new Station.Order(level, 3, 7, 1, 0);
                engine.tasks(both.right).run(() -> both.right.keepsLists = false);
                engine.tasks(both.left).run(() -> both.left.keepsLists = false);
                long id = engine.tasks(both.left).call(() -> Thread.currentThread().threadId());
                sent = 0;
                send(engine, both, order, WARM_UP);
                long allocated = ThreadAllocation.least(id, MEASURED / 10, () -> send(engine, both, order, MEASURED));
                assertTrue(allocated < MEASURED / 10, level + ": " + allocated + " bytes for " + MEASURED + " messages");
                assertEquals(0, both.left.returned.size());
            }
        }
    }
}
