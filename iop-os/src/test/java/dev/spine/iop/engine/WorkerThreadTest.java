package dev.spine.iop.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.engine.modelled.ModelledEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What takes long is done beside the agents, in turns, and comes back through a list. */
class WorkerThreadTest {
    private final DeliveryList<WorkerTask> done = DeliveryList.singleProducer("done", 64);
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch latch = new CountDownLatch(1);

    /** Work that waits for the latch, or for nothing. */
    private final class Piece extends WorkerTask {
        private final boolean waits;

        Piece(int customer, boolean waits) {
            super(customer);
            this.waits = waits;
        }

        @Override
        protected void work() {
            begun.countDown();
            while (waits && latch.getCount() > 0) {
                Thread.onSpinWait();
            }
        }

        @Override
        protected void putBack() {
            done.offerOrThrow(this);
        }
    }

    private static WorkerThread threadOf(LiveEngine engine) {
        List<WorkerThread> found = new ArrayList<>();
        engine.add("a", ProcessorSpec.THIS_MACHINE, context -> {
            found.add(context.workerThread());
            return new FunctionAgent(context, limit -> 0);
        });
        engine.start();
        return found.getFirst();
    }

    private List<Integer> customersOfDone(int count) {
        List<Integer> customers = new ArrayList<>();
        while (customers.size() < count) {
            WorkerTask piece = done.poll();
            if (piece != null) {
                customers.add(piece.customer());
            }
            Thread.onSpinWait();
        }
        return customers;
    }

    private void awaitBegun() {
        while (begun.getCount() > 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void customersTakeTurnsHoweverMuchEachHas() {
        try (LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1)) {
            WorkerThread thread = threadOf(engine);
            assertTrue(thread.take(new Piece(0, true)));
            awaitBegun();
            for (int customer : new int[] {1, 1, 1, 1, 2, 3, 3}) {
                assertTrue(thread.take(new Piece(customer, false)));
            }
            latch.countDown();
            assertEquals(List.of(0, 1, 2, 3, 1, 3, 1, 1), customersOfDone(8));
        }
    }

    @Test
    void itTakesSoMuchAndNoMoreAndGoesOnWhenThereIsRoom() {
        try (LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1)) {
            WorkerThread thread = threadOf(engine);
            for (int i = 0; i < WorkerThread.MAX; i++) {
                assertTrue(thread.take(new Piece(i, true)));
            }
            assertFalse(thread.take(new Piece(99, false)));
            assertEquals(WorkerThread.MAX, thread.size());
            latch.countDown();
            assertEquals(WorkerThread.MAX, customersOfDone(WorkerThread.MAX).size());
            assertTrue(thread.take(new Piece(99, false)));
            assertEquals(List.of(99), customersOfDone(1));
        }
    }

    @Test
    void itEndsWithTheEngineAfterWhatItHasBegun() {
        LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1);
        WorkerThread thread = threadOf(engine);
        thread.take(new Piece(1, true));
        thread.take(new Piece(2, false));
        awaitBegun();
        Thread opens = new Thread(() -> {
            while (thread.take(new Piece(3, false))) {
                Thread.onSpinWait();
            }
            // It takes nothing any more, because the engine is being closed or as much waits as may.
            latch.countDown();
        });
        opens.start();
        engine.close();
        customersOfDone(1);
        assertFalse(thread.take(new Piece(4, false)));
    }

    @Test
    void whatWorkThrowsIsADefectOfTheEngine() {
        LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1);
        FunctionAgent agent = engine.add("a", ProcessorSpec.THIS_MACHINE, context -> new FunctionAgent(context, limit -> 0));
        engine.start();
        WorkerTask defect = new WorkerTask(1) {
            @Override
            protected void work() {
                throw new IllegalStateException("a defect");
            }

            @Override
            protected void putBack() {
                throw new IllegalStateException("it has thrown");
            }
        };
        // Whoever hands it over may hear of it already.
        EngineFailedException thrown = assertThrows(EngineFailedException.class, () -> {
            engine.tasks(agent).run(() -> agent.context().workerThread().take(defect));
            engine.tasks(agent).await("nothing", () -> false);
        });
        engine.close();
        assertEquals("java.lang.IllegalStateException: a defect", String.valueOf(thrown.getCause()));
    }

    @Test
    void theModelledEngineHasNone() {
        try (ModelledEngine engine = new ModelledEngine(TestProfile.machine(), 1)) {
            engine.add("a", TestProfile.PROCESSOR, context -> {
                assertNull(context.workerThread());
                return new FunctionAgent(context, limit -> 0);
            });
        }
    }
}
