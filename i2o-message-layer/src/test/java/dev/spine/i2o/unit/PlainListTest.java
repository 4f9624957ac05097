package dev.spine.i2o.unit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A list that one thread at a time uses, as all lists of agents are on the modelled engine. */
class PlainListTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 16, 17, 64, 65})
    void behavesAsABoundedQueueUnderRandomOffersAndPolls(int asked) {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        Random random = new Random(seed);
        DeliveryList<Integer> ring = DeliveryList.multiProducer("numbers", asked);
        ring.usedByOneThread();
        Deque<Integer> expected = new ArrayDeque<>();
        assertTrue(ring.capacity() >= asked);
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
        }
    }

    @Test
    void aListOfOneThreadKeepsWhatIsInItAndItsOrderAndItsSize() {
        for (Supplier<DeliveryList<Integer>> maker : makers()) {
            DeliveryList<Integer> list = maker.get();
            int capacity = list.capacity();
            list.offerOrThrow(1);
            list.offerOrThrow(2);

            list.usedByOneThread();
            list.usedByOneThread();

            assertEquals(2, list.size());
            assertEquals(capacity, list.capacity());
            assertTrue(list.offer(3));
            assertFalse(list.isEmpty());
            assertEquals(1, list.poll());
            assertEquals(2, list.poll());
            assertEquals(3, list.poll());
            assertNull(list.poll());
            assertTrue(list.isEmpty());
        }
    }

    @Test
    void aListOfOneThreadSaysThatItIsFull() {
        for (Supplier<DeliveryList<Integer>> maker : makers()) {
            DeliveryList<Integer> list = maker.get();
            list.usedByOneThread();
            while (list.size() < list.capacity()) {
                list.offerOrThrow(list.size());
            }
            assertFalse(list.offer(-1));
            IllegalStateException refusal = assertThrows(IllegalStateException.class, () -> list.offerOrThrow(-1));
            assertTrue(refusal.getMessage().contains("'numbers' is full"), refusal.getMessage());
        }
    }

    private static Iterable<Supplier<DeliveryList<Integer>>> makers() {
        return List.of(() -> DeliveryList.singleProducer("numbers", 5), () -> DeliveryList.multiProducer("numbers", 5),
            () -> DeliveryList.shared("numbers", 5), () -> DeliveryList.growing("numbers", 5),
            () -> DeliveryList.growing("numbers", 5_000));
    }
}
