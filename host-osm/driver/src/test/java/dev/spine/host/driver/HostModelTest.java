package dev.spine.host.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.host.driver.HostCounters.Counter;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.PrivateMessage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SO-18")
@Tag("SS-23")
class HostModelTest {
    private static final int ECHO_TID = 0x008;

    private static long interrupts(TestNode node) {
        return node.tasks.call(() -> node.host.counters().get(Counter.INTERRUPTS));
    }

    private static MessageFrame ask(TestNode node) {
        return node.await("a reply",
            () -> node.drivers.getFirst().call(ECHO_TID, new PrivateMessage(1, 2, List.of(), List.of()), 1_000_000_000L));
    }

    @Test
    void aPolledHostIsNeverInterrupted() {
        try (TestNode node = new TestNode(EngineKind.MODELLED_POLLED, 1)) {
            node.boot();
            assertEquals(0, interrupts(node));
        }
    }

    /** What ten requests and their replies cost the host's processor. */
    private static double tenRequestsSeconds(EngineKind kind) {
        try (TestNode node = new TestNode(kind, 1)) {
            node.boot();
            double begin = node.engine.meter(node.host).processorSeconds();
            for (int i = 0; i < 10; i++) {
                ask(node);
            }
            return node.engine.meter(node.host).processorSeconds() - begin;
        }
    }

    @Test
    void anInterruptCostsModelledTimeAndAPolledReplyDoesNot() {
        double polled = tenRequestsSeconds(EngineKind.MODELLED_POLLED);
        double interrupted = tenRequestsSeconds(EngineKind.MODELLED_WITH_INTERRUPTS);
        assertTrue(polled > 0 && polled < interrupted, polled + " < " + interrupted);
    }

    @Test
    void aSleepingHostWakesForEachOfManyRepliesThatComeOneByOne() {
        try (TestNode node = new TestNode(EngineKind.LIVE_TWO_CORES_WITH_INTERRUPTS, 1)) {
            node.boot();
            List<MessageFrame> replies = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                replies.add(ask(node));
            }
            assertEquals(200, replies.size());
            assertTrue(interrupts(node) > 0);
        }
    }
}
