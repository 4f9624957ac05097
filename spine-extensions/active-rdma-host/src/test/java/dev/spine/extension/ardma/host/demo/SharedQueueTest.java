package dev.spine.extension.ardma.host.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.host.RoutineRun;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.ArrayArea;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("AR-18")
@Tag("AR-21")
class SharedQueueTest {
    private static final int SLOTS = 4;
    private static final int RUNS = 6;
    private static final long NONE = -1;

    private final long seed = Long.getLong("spine.seed", new Random().nextLong());
    private final Random random = new Random(seed);
    private final byte[] put = SharedQueue.putRoutine();
    private final byte[] take = SharedQueue.takeRoutine();
    private final Area area = new ArrayArea(new byte[(int) SharedQueue.bytes(SLOTS)], true);

    @BeforeEach
    void layOut() {
        SharedQueue.layOut(area, SLOTS);
    }

    @Test
    void oneRunAfterTheOtherPutsAndTakesAsAQueueDoes() {
        Deque<Long> model = new ArrayDeque<>();
        RoutineRun puts = new RoutineRun(put, area);
        RoutineRun takes = new RoutineRun(take, area);
        for (int i = 0; i < 2_000; i++) {
            if (random.nextBoolean()) {
                long value = random.nextLong();
                boolean fits = model.size() < SLOTS && model.add(value);
                assertEquals(fits ? 1 : 0, puts.call(value), "-Dspine.seed=" + seed);
            } else {
                assertEquals(model.isEmpty() ? NONE : model.remove(), takes.call(NONE), "-Dspine.seed=" + seed);
            }
        }
    }

    /** Runs that put or take again and again. */
    private final class Worker {
        private final boolean puts;
        private final long number;
        private final RoutineRun run;
        private final List<Long> taken = new ArrayList<>();
        private long next;

        Worker(int number) {
            this.puts = number % 2 == 0;
            this.number = number;
            this.run = new RoutineRun(puts ? put : take, area);
            begin();
        }

        private void begin() {
            run.begin(puts ? number << 32 | next : NONE);
        }

        void goOn(boolean begins) {
            if (!run.goOn(random.nextInt(1, 12))) {
                return;
            }
            if (puts) {
                next += run.result();
            } else if (run.result() != NONE) {
                taken.add(run.result());
            }
            if (begins) {
                begin();
            }
        }
    }

    @Test
    void runsThatAreSuspendedWithinOneAnotherLoseNothingAndKeepTheOrder() {
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            workers.add(new Worker(i));
        }
        for (int i = 0; i < 60_000; i++) {
            workers.get(random.nextInt(RUNS)).goOn(true);
        }
        for (Worker worker : workers) {
            while (!worker.run.goOn(1_000)) {
                // To its end, as all others are between two of their instructions.
            }
            worker.goOn(false);
        }
        RoutineRun rest = new RoutineRun(take, area);
        Worker last = workers.get(1);
        for (long value = rest.call(NONE); value != NONE; value = rest.call(NONE)) {
            last.taken.add(value);
        }
        long[] seen = new long[RUNS];
        for (Worker worker : workers) {
            long[] latest = new long[RUNS];
            Arrays.fill(latest, -1);
            for (long value : worker.taken) {
                int from = (int) (value >>> 32);
                assertTrue((int) value > latest[from], "-Dspine.seed=" + seed);
                latest[from] = (int) value;
                seen[from]++;
            }
        }
        for (Worker worker : workers) {
            assertEquals(worker.next, seen[(int) worker.number], "-Dspine.seed=" + seed);
            assertTrue(!worker.puts || worker.next > 100, "-Dspine.seed=" + seed);
        }
    }

    @Test
    void aQueueThatNoRunDisturbsNeedsAFractionOfTheLimit() {
        RoutineRun puts = new RoutineRun(put, area);
        puts.call(1);
        assertTrue(puts.steps() <= SharedQueue.STEPS / 10, () -> puts.steps() + " steps");
        RoutineRun takes = new RoutineRun(take, area);
        takes.call(NONE);
        assertTrue(takes.steps() <= SharedQueue.STEPS / 10, () -> takes.steps() + " steps");
    }

    @Test
    void slotsAreAPowerOfTwo() {
        for (int slots : new int[] {-4, 0, 1, 3}) {
            assertThrows(IllegalArgumentException.class, () -> SharedQueue.layOut(area, slots));
        }
        assertThrows(IllegalArgumentException.class, () -> SharedQueue.layOut(area, 2 * SLOTS));
    }
}
