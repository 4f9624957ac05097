package dev.spine.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Exchanges between IOPs on threads of their own, at one-frame margins. */
class LivePeerTest {
    private static final ThreadLayout TWO_THREADS = ThreadLayout.twoCore(path -> path.charAt(path.length() - 1) & 1);

    @Test
    void peersOnOneThreadMakeProgress() {
        exchange(ThreadLayout.ONE_CORE, 3, 15_000);
    }

    @Test
    void peersOnTwoThreadsMakeProgress() {
        exchange(TWO_THREADS, 2, 2_500);
    }

    @Test
    @Tag("full")
    void peersMakeProgressForAMillionExchanges() {
        long completed = exchange(TWO_THREADS, 2, 250_000) + exchange(TWO_THREADS, 4, 10_000) + exchange(ThreadLayout.ONE_CORE, 3, 65_000);
        System.out.println("LivePeerTest: " + completed + " exchanges completed");
        assertTrue(completed >= 1_000_000);
    }

    /** Every IOP floods every other with so many requests; returns how many exchanges that were. */
    private static long exchange(ThreadLayout layout, int count, int requests) {
        List<FloodModule> modules = new ArrayList<>();
        TestNode node;
        try (LiveEngine engine = new LiveEngine(layout, 1, IdlePolicy.BACK_OFF, LiveEngine.DEFAULT_LIMIT, Duration.ofMinutes(15))) {
            node = new TestNode(engine);
            List<Integer> tids = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                TestIop iop = node.add(new PeerSettings(1 + i % 2, 1, 10_000_000_000L, 10_000_000_000L));
                FloodModule module = new FloodModule(new FloodModule.Habits(requests, 4, 3, 2, 0, 10_000_000_000L, 0));
                modules.add(module);
                tids.add(iop.install(module));
            }
            for (int i = 0; i < count; i++) {
                for (int j = 0; j < count; j++) {
                    if (i != j) {
                        modules.get(i).flood(node.iops().get(j).iopId, tids.get(j));
                    }
                }
            }
            node.start();
            for (int i = 0; i < count; i++) {
                FloodModule module = modules.get(i);
                engine.tasks(node.iops().get(i).kernel).await("the exchanges of IOP " + (i + 1), module::isDone);
            }
            for (int i = 0; i < count; i++) {
                FloodModule module = modules.get(i);
                engine.tasks(node.iops().get(i).kernel).await("the requests at IOP " + (i + 1), module::isIdle);
            }
        }
        for (FloodModule module : modules) {
            assertEquals((long) requests * (count - 1), module.completed);
            assertEquals(0, module.failed + module.wrongReplies);
        }
        assertEquals(List.of(), node.frameLosses());
        return modules.stream().mapToLong(module -> module.completed).sum();
    }
}
