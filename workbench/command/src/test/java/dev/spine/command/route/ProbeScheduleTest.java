package dev.spine.command.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Gateways that never answer keep no other one from being asked. */
class ProbeScheduleTest {
    private static final int AT_ONCE = 256;

    private final ProbeSchedule<Integer> turns = new ProbeSchedule<>(AT_ONCE);
    private final Set<Integer> dead = range(0, 1_000);

    private static Set<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().collect(Collectors.toCollection(LinkedHashSet::new));
    }

    @Test
    void eachOfMoreThanCanBeAskedAtATimeHasItsTurn() {
        Set<Integer> asked = new HashSet<>();
        for (int round = 0; round < 7; round++) {
            List<Integer> turn = turns.next(dead);
            assertEquals(AT_ONCE, turn.size());
            asked.addAll(turn);
        }
        assertEquals(dead.size(), asked.size(), "1,000 of them in seven rounds, of which half are for those that were asked");
    }

    @Test
    void whoWasAskedIsAskedAgainInItsTurn() {
        for (int round = 0; round < 8; round++) {
            turns.next(dead);
        }
        Set<Integer> asked = new HashSet<>();
        for (int round = 0; round < 4; round++) {
            asked.addAll(turns.next(dead));
        }
        assertEquals(dead, asked, "all of them in four rounds");
    }

    @Test
    void oneThatIsNewIsAskedNext() {
        for (int round = 0; round < 10; round++) {
            turns.next(dead);
        }
        dead.add(5_000);
        assertEquals(List.of(5_000), turns.newcomers(dead), "at once, and the others not again for it");
        dead.add(5_001);
        assertTrue(turns.next(dead).contains(5_001));
        assertEquals(List.of(), turns.newcomers(dead));
    }

    @Test
    void aFloodOfNewOnesLeavesTheOthersTheirTurn() {
        for (int round = 0; round < 8; round++) {
            turns.next(dead);
        }
        Set<Integer> asked = new HashSet<>();
        for (int round = 0; round < 8; round++) {
            dead.addAll(range(10_000 * (round + 1), 10_000 * (round + 1) + 1_000));
            asked.addAll(turns.next(dead));
        }
        assertTrue(asked.containsAll(range(0, 1_000)), "128 of each round are theirs");
    }

    @Test
    void whoIsGoneTakesNoTurnAndIsNewWhenItComesAgain() {
        turns.next(range(0, 10));
        assertEquals(List.of(7), turns.next(Set.of(7)));
        assertEquals(List.of(3), turns.newcomers(range(3, 4)));
        assertEquals(List.of(3), turns.next(range(3, 4)));
    }
}
