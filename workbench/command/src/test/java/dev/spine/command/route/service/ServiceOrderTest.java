package dev.spine.command.route.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Services have numbers in their order, and who has one keeps it if that can be. */
class ServiceOrderTest {
    private static void assertInOrder(List<String> names, Map<String, Integer> numbers) {
        assertEquals(names.size(), numbers.size());
        int last = ServiceOrder.FIRST - 1;
        for (String name : names) {
            int number = numbers.getOrDefault(name, 0);
            assertTrue(number > last && number <= ServiceOrder.LAST, () -> names + " " + numbers);
            last = number;
        }
    }

    @Test
    void whoIsNamedFirstHasTheLowestNumber() {
        assertInOrder(List.of("z", "a", "m"), ServiceOrder.of(List.of("z", "a", "m"), Map.of()));
        assertEquals(Map.of(), ServiceOrder.of(List.of(), Map.of("gone", -2_000)));
    }

    @Test
    void oneThatIsNewBetweenOthersLeavesThemTheirNumbers() {
        Map<String, Integer> before = ServiceOrder.of(List.of("a", "b"), Map.of());
        Map<String, Integer> after = ServiceOrder.of(List.of("x", "a", "y", "b", "z"), before);
        assertInOrder(List.of("x", "a", "y", "b", "z"), after);
        assertEquals(before.get("a"), after.get("a"));
        assertEquals(before.get("b"), after.get("b"));
    }

    @Test
    void oneThatMovesIsTheOnlyOneWithAnotherNumber() {
        List<String> names = List.of("a", "b", "c", "d", "e");
        Map<String, Integer> before = ServiceOrder.of(names, Map.of());
        Map<String, Integer> after = ServiceOrder.of(List.of("e", "a", "b", "c", "d"), before);
        assertInOrder(List.of("e", "a", "b", "c", "d"), after);
        assertEquals(List.of("e"), names.stream().filter(name -> !Objects.equals(before.get(name), after.get(name))).toList());
    }

    @Test
    void whereThereIsNoRoomAllGetOthers() {
        Map<String, Integer> after = ServiceOrder.of(List.of("a", "b", "c"), Map.of("a", -2_000, "c", -1_999));
        assertInOrder(List.of("a", "b", "c"), after);
    }

    @Test
    void theyAreInOrderAfterAnyNumberOfChanges() {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        System.out.println("spine.seed=" + seed);
        Random random = new Random(seed);
        List<String> names = new ArrayList<>();
        Map<String, Integer> numbers = new HashMap<>();
        for (int round = 0; round < 2_000; round++) {
            if (names.isEmpty() || names.size() < 64 && random.nextInt(3) > 0) {
                names.add(random.nextInt(names.size() + 1), "s" + round);
            } else if (random.nextBoolean()) {
                names.remove(random.nextInt(names.size()));
            } else {
                Collections.swap(names, random.nextInt(names.size()), random.nextInt(names.size()));
            }
            if (names.isEmpty()) {
                continue;
            }
            numbers = ServiceOrder.of(names, numbers);
            assertInOrder(names, numbers);
        }
    }
}
