package dev.spine.i2o.unit.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.unit.DeliveryList;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Every ring")
@SuppressWarnings("ThreadPriorityCheck") // yielding is all that a spinning thread can do for one that shares its processor
class RingContractTest {
    private static final String KINDS = "dev.spine.i2o.unit.ring.RingSubject#kinds";
    private static final int TRANSFERRED = 50_000;

    @ParameterizedTest
    @MethodSource(KINDS)
    void holdsAtLeastWhatWasAskedFor(RingSubject.Kind kind) {
        RingSubject ring = kind.make();

        assertTrue(ring.capacity() >= kind.asked());
        for (int i = 0; i < ring.capacity(); i++) {
            assertEquals(i, ring.size());
            assertTrue(ring.offer(i), "offer " + i);
        }
        assertEquals(ring.capacity(), ring.size());
    }

    @ParameterizedTest
    @MethodSource(KINDS)
    void refusesWhenFullAndOnlyThenOnEveryLap(RingSubject.Kind kind) {
        RingSubject ring = kind.make();
        int offered = 0;
        int polled = 0;
        for (int lap = 0; lap < 5; lap++) {
            while (ring.size() < ring.capacity()) {
                assertTrue(ring.offer(offered++));
            }
            assertFalse(ring.offer(-1));
            assertFalse(ring.offer(-1));

            // One free slot is enough.
            assertEquals(polled++, ring.poll());
            assertTrue(ring.offer(offered++));
            assertFalse(ring.offer(-1));

            for (int i = 0; i < ring.capacity() / 2 + 1; i++) {
                assertEquals(polled++, ring.poll());
            }
        }
    }

    @ParameterizedTest
    @MethodSource(KINDS)
    void isEmptyUntilSomethingIsOfferedAndAfterAllIsPolled(RingSubject.Kind kind) {
        RingSubject ring = kind.make();

        assertTrue(ring.isEmpty());
        assertNull(ring.poll());
        assertTrue(ring.offer(7));
        assertFalse(ring.isEmpty());
        assertEquals(7, ring.poll());
        assertTrue(ring.isEmpty());
        assertNull(ring.poll());
        assertNull(ring.poll());
        assertEquals(0, ring.size());
    }

    @ParameterizedTest
    @MethodSource(KINDS)
    void behavesAsAQueueUnderRandomOffersAndPolls(RingSubject.Kind kind) {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        Random random = new Random(seed);
        RingSubject ring = kind.make();
        Deque<Integer> expected = new ArrayDeque<>();
        for (int step = 0; step < 20_000; step++) {
            String where = "step " + step + ", -Dspine.seed=" + seed;
            boolean filling = (step / (ring.capacity() * 3) & 1) == 0;
            if (random.nextInt(4) != 0 == filling) {
                boolean fits = expected.size() < ring.capacity();
                assertEquals(fits, ring.offer(step), where);
                if (fits) {
                    expected.add(step);
                }
            } else {
                assertEquals(expected.poll(), ring.poll(), where);
            }
            assertEquals(expected.size(), ring.size(), where);
            assertEquals(expected.isEmpty(), ring.isEmpty(), where);
        }
    }

    @ParameterizedTest
    @MethodSource(KINDS)
    void passesEverythingInOrderBetweenTwoThreads(RingSubject.Kind kind) throws InterruptedException {
        RingSubject ring = kind.make();
        Thread sender = Thread.ofPlatform().name("sender").start(() -> {
            for (int i = 0; i < TRANSFERRED; i++) {
                while (!ring.offer(i)) {
                    Thread.yield();
                }
            }
        });
        for (int i = 0; i < TRANSFERRED; i++) {
            assertEquals(i, pollUntilFound(ring));
        }
        sender.join();
        assertNull(ring.poll());
    }

    @ParameterizedTest
    @MethodSource(KINDS)
    void showsThePollerWhatWasWrittenBeforeTheOffer(RingSubject.Kind kind) throws InterruptedException {
        RingSubject there = kind.make();
        RingSubject back = kind.make();
        long[] written = new long[4];
        for (int i = 0; i < written.length; i++) {
            assertTrue(back.offer(i));
        }
        Thread sender = Thread.ofPlatform().name("sender").start(() -> {
            for (int i = 0; i < TRANSFERRED; i++) {
                int cell = pollUntilFound(back);
                written[cell] = i;
                assertTrue(there.offer(cell));
            }
        });
        for (int i = 0; i < TRANSFERRED; i++) {
            int cell = pollUntilFound(there);
            assertEquals(i, written[cell]);
            assertTrue(back.offer(cell));
        }
        sender.join();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 256, 1000})
    void keepsTheOrderOfEachOfSeveralSenders(int capacity) throws InterruptedException {
        int senders = 4;
        int each = TRANSFERRED / senders;
        DeliveryList<Integer> ring = DeliveryList.multiProducer("numbers", capacity);
        Thread[] threads = new Thread[senders];
        for (int s = 0; s < senders; s++) {
            int first = s * each;
            threads[s] = Thread.ofPlatform().name("sender " + s).start(() -> {
                for (int i = first; i < first + each; i++) {
                    while (!ring.offer(i)) {
                        Thread.yield();
                    }
                }
            });
        }
        int[] next = new int[senders];
        int count = 0;
        while (count < senders * each) {
            Integer item = ring.poll();
            if (item == null) {
                Thread.yield();
                continue;
            }
            assertEquals(next[item / each]++, item % each);
            count++;
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertNull(ring.poll());
        assertTrue(ring.isEmpty());
    }

    @Test
    void refusesCapacitiesThatMakeNoRing() {
        for (int capacity : new int[] {Integer.MIN_VALUE, -1, 0, (1 << 28) + 1, Integer.MAX_VALUE}) {
            assertThrows(IllegalArgumentException.class, () -> new SpscRing<>(capacity));
            assertThrows(IllegalArgumentException.class, () -> new IndexRing(capacity));
        }
    }

    @Test
    void refusesWhatCannotTravel() {
        SpscRing<Object> spsc = new SpscRing<>(4);
        IndexRing index = new IndexRing(4);

        assertThrows(NullPointerException.class, () -> spsc.offer(nothing()));
        assertThrows(IllegalArgumentException.class, () -> index.offer(IndexRing.NONE));
        assertTrue(spsc.isEmpty() && index.isEmpty());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64, 100})
    void saysWhenMoreIndicesWereOfferedThanFit(int capacity) {
        IndexRing ring = new IndexRing(capacity);
        for (int lap = 0; lap < 3; lap++) {
            for (int i = 0; i < ring.capacity(); i++) {
                ring.offer(i);
            }
            for (int i = 0; i < ring.capacity(); i++) {
                assertEquals(i, ring.poll());
            }
            assertEquals(IndexRing.NONE, ring.poll());
        }
        for (int i = 0; i <= ring.capacity(); i++) {
            ring.offer(i);
        }
        assertThrows(IllegalStateException.class, ring::poll);
    }

    @SuppressWarnings("NullAway") // the point of the test
    private static Object nothing() {
        return null;
    }

    private static int pollUntilFound(RingSubject ring) {
        Integer item = ring.poll();
        while (item == null) {
            Thread.yield();
            item = ring.poll();
        }
        return item;
    }
}
