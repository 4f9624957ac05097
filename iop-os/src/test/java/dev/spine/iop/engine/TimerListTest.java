package dev.spine.iop.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.iop.engine.modelled.ModelledEngine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TimerListTest {
    private final ModelledEngine engine = new ModelledEngine(TestProfile.machine(), 1);
    private final List<Integer> expired = new ArrayList<>();

    @AfterEach
    void close() {
        engine.close();
    }

    private Timer timer(int number) {
        return new Timer("timer " + number, () -> expired.add(number));
    }

    /** An agent that does nothing but expire its timers, made while the system is built. */
    private TimerList timers(int capacity) {
        TimerList[] made = new TimerList[1];
        engine.add("a", TestProfile.PROCESSOR, context -> {
            TimerList timers = new TimerList(context, capacity);
            made[0] = timers;
            return new FunctionAgent(context, limit -> {
                int done = timers.expire(limit);
                timers.arm();
                return done;
            });
        });
        return made[0];
    }

    @Test
    void timersExpireInTheOrderOfTheirTimesAndEqualOnesInTheOrderOfStarting() {
        TimerList timers = timers(8);
        timers.startAt(timer(3), 3000);
        timers.startAt(timer(1), 1000);
        timers.startAt(timer(2), 2000);
        timers.startAt(timer(4), 3000);
        assertEquals(1000, timers.earliestNs());
        engine.start();
        engine.advanceTo(999);
        assertEquals(List.of(), expired);
        engine.advanceTo(2999);
        assertEquals(List.of(1, 2), expired);
        engine.advanceTo(5000);
        assertEquals(List.of(1, 2, 3, 4), expired);
        assertEquals(TimerList.NEVER, timers.earliestNs());
        assertTrue(engine.isIdle());
    }

    @Test
    void aCancelledTimerDoesNotExpireAndOneStartedAnewExpiresOnce() {
        TimerList timers = timers(8);
        Timer one = timer(1);
        Timer two = timer(2);
        timers.startAt(one, 1000);
        timers.startAt(two, 1500);
        timers.startAt(two, 2500);
        assertTrue(timers.cancel(one));
        assertFalse(timers.cancel(one));
        assertFalse(one.isRunning());
        engine.start();
        engine.advanceTo(2000);
        assertEquals(List.of(), expired);
        engine.advanceTo(3000);
        assertEquals(List.of(2), expired);
        assertFalse(two.isRunning());
    }

    @Test
    void aTimerMayStartItselfAgain() {
        TimerList timers = timers(1);
        Timer[] tick = new Timer[1];
        tick[0] = new Timer("tick", () -> {
            expired.add(expired.size());
            timers.startAt(tick[0], tick[0].dueNs + 1000);
        });
        timers.startAt(tick[0], 1000);
        engine.start();
        engine.advanceTo(10_500);
        assertEquals(10, expired.size());
    }

    @Test
    void theLimitHolds() {
        TimerList timers = timers(8);
        for (int i = 0; i < 8; i++) {
            timers.startAt(timer(i), 0);
        }
        assertEquals(3, timers.expire(3));
        assertEquals(5, timers.running());
    }

    @Test
    void tooManyTimersAndTimersOfOthersAreDefects() {
        TimerList timers = timers(1);
        Timer one = timer(1);
        timers.startAt(one, 5);
        assertThrows(IllegalStateException.class, () -> timers.startAt(timer(2), 5));
        TimerList other = new TimerList(engine.add("b", TestProfile.PROCESSOR, c -> new FunctionAgent(c, limit -> 0)).context(), 1);
        assertThrows(IllegalArgumentException.class, () -> other.cancel(one));
    }

    @Test
    void aTimerThatMovesOftenLeavesNoEventsBehind() {
        TimerList[] made = new TimerList[1];
        Timer timeout = timer(0);
        int[] steps = new int[1];
        engine.add("a", TestProfile.PROCESSOR, context -> {
            made[0] = new TimerList(context, 1);
            return new FunctionAgent(context, limit -> {
                made[0].start(timeout, 1_000_000_000);
                made[0].arm();
                return steps[0]++ < 10_000 ? 1 : 0;
            });
        });
        engine.start();
        engine.advanceTo(1_000_000);
        assertTrue(engine.eventNumber() < 10_010);
    }

    @Test
    void aRandomHistoryEqualsThatOfASortedList() {
        long seed = Long.getLong("spine.seed", new Random().nextLong());
        SplittableRandom random = new SplittableRandom(seed);
        TimerList timers = timers(64);
        Timer[] all = new Timer[64];
        for (int i = 0; i < all.length; i++) {
            all[i] = timer(i);
        }
        List<long[]> running = new ArrayList<>();
        for (long round = 0; round < 10_000; round++) {
            int number = random.nextInt(all.length);
            running.removeIf(entry -> entry[2] == number);
            if (random.nextInt(3) > 0) {
                long due = random.nextLong(1, 50);
                timers.startAt(all[number], due);
                running.add(new long[] {due, round, number});
            } else {
                timers.cancel(all[number]);
            }
            running.sort(Comparator.<long[]>comparingLong(entry -> entry[0]).thenComparingLong(entry -> entry[1]));
            assertEquals(running.size(), timers.running());
            assertEquals(running.isEmpty() ? TimerList.NEVER : running.getFirst()[0], timers.earliestNs(),
                "run again with -Dspine.seed=" + seed);
        }
        engine.start();
        engine.advanceTo(100_000);
        assertEquals(running.stream().map(entry -> (int) entry[2]).toList(), expired, "run again with -Dspine.seed=" + seed);
    }
}
