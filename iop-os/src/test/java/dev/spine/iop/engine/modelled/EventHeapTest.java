package dev.spine.iop.engine.modelled;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EventHeapTest {
    private record Entry(long time, long order, int number) {}

    @Test
    void eventsLeaveInTheOrderOfTimeAndOrderWithWhatTheyCarry() {
        long seed = Long.getLong("spine.seed", new Random().nextLong());
        SplittableRandom random = new SplittableRandom(seed);
        EventHeap heap = new EventHeap();
        PriorityQueue<Entry> expected = new PriorityQueue<>(Comparator.comparingLong(Entry::time).thenComparingLong(Entry::order));
        String again = "run again with -Dspine.seed=" + seed;
        int number = 0;
        for (int round = 0; round < 60_000; round++) {
            boolean growing = round / 6_000 % 2 == 0;
            if (expected.isEmpty() || random.nextInt(5) < (growing ? 4 : 1)) {
                Entry entry = new Entry(random.nextLong(100), (long) random.nextInt(1000) << 32 | number, number);
                number++;
                expected.add(entry);
                heap.push(entry.time(), entry.order(), entry.number() % 9, entry, again, entry.number());
            } else {
                Entry entry = expected.remove();
                assertEquals(entry.time(), heap.firstTime(), again);
                QueuedEvent event = heap.pop();
                assertEquals(entry.time(), event.time, again);
                assertEquals(entry.order(), event.order, again);
                assertEquals(entry, event.target, again);
                assertEquals(again, event.item);
                assertEquals(entry.number(), event.number, again);
                assertEquals(entry.number() % 9, event.kind, again);
            }
            assertEquals(expected.size(), heap.size());
        }
    }

    @Test
    void eventsAreShownInTheirOrderWhereverTheyWait() {
        long seed = Long.getLong("spine.seed", new Random().nextLong());
        SplittableRandom random = new SplittableRandom(seed);
        String again = "run again with -Dspine.seed=" + seed;
        for (int round = 0; round < 500; round++) {
            EventHeap heap = new EventHeap();
            List<Long> expected = new ArrayList<>();
            int events = random.nextInt(40);
            for (int number = 0; number < events; number++) {
                long time = random.nextLong(20);
                heap.push(time, number, 0, again, null, 100 * time + number);
                expected.add(100 * time + number);
                if (random.nextInt(3) == 0) {
                    expected.sort(null);
                    assertEquals(expected.removeFirst(), heap.pop().number, again);
                }
            }
            expected.sort(null);
            int most = random.nextInt(45);
            List<Long> shown = new ArrayList<>();
            heap.showFirst(most, event -> shown.add(100 * event.time + event.order));
            assertEquals(expected.subList(0, Math.min(most, expected.size())), shown, again);
            List<Long> all = new ArrayList<>();
            heap.each(event -> all.add(event.number));
            all.sort(null);
            assertEquals(expected, all, again);
            assertEquals(expected.isEmpty() ? VirtualTime.NEVER : expected.getFirst() / 100, heap.firstTime(), again);
        }
    }

    @Test
    void anInstantIsOrderedByPhaseThenDestinationThenSourceThenSequence() {
        EventOrder order = new EventOrder();
        long first = order.next(EventOrder.ARRIVALS, 5, 9);
        long second = order.next(EventOrder.ARRIVALS, 5, 9);
        long otherSource = order.next(EventOrder.ARRIVALS, 5, 10);
        long otherDestination = order.next(EventOrder.ARRIVALS, 6, 1);
        long highest = order.next(EventOrder.ARRIVALS, EventOrder.NOBODY, EventOrder.BUS);
        long call = order.next(EventOrder.CALLS, 0, 0);
        long step = order.next(EventOrder.STEPS, 0, 0);
        assertTrue(first < second && second < otherSource && otherSource < otherDestination);
        assertTrue(otherDestination < highest && highest < call && call < step);
        assertFalse(first < 0 || step < 0);
    }
}
