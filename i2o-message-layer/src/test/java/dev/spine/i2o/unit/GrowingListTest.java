package dev.spine.i2o.unit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A list that grows keeps the order of what is in it, and refuses what it was not made for. */
class GrowingListTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 16, 17, 1_000, 8_192})
    void asManyAsItIsForFitAndComeOutInTheirOrder(int count) {
        DeliveryList<Integer> list = DeliveryList.growing("numbers", count);
        for (int i = 0; i < count; i++) {
            assertTrue(list.offer(i));
        }
        assertEquals(count, list.size());
        for (int i = 0; i < count; i++) {
            assertEquals(i, list.poll());
        }
        assertTrue(list.isEmpty());
        assertNull(list.poll());
    }

    @Test
    void itRefusesMoreThanItsCapacityAndSaysWhose() {
        DeliveryList<Integer> list = DeliveryList.growing("numbers", 100);
        int capacity = list.capacity();
        assertTrue(capacity >= 100, () -> "capacity " + capacity);
        for (int i = 0; i < capacity; i++) {
            list.offerOrThrow(i);
        }
        assertFalse(list.offer(capacity));
        assertTrue(assertThrows(IllegalStateException.class, () -> list.offerOrThrow(capacity)).getMessage().contains("'numbers' is full"));
        assertEquals(0, list.poll());
        list.offerOrThrow(capacity);
        for (int i = 1; i <= capacity; i++) {
            assertEquals(i, list.poll());
        }
    }

    @Test
    void theOrderStaysWhileItGrowsBetweenTakings() {
        DeliveryList<Integer> list = DeliveryList.growing("numbers", 4_096);
        int offered = 0;
        int taken = 0;
        for (int batch = 1; batch <= 80; batch++) {
            for (int i = 0; i < batch; i++) {
                list.offerOrThrow(offered++);
            }
            for (int i = 0; i < batch / 2; i++) {
                assertEquals(taken++, list.poll());
            }
            assertEquals(offered - taken, list.size());
        }
    }
}
