package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.Priority;
import dev.spine.extension.runtime.message.BackgroundWork;
import dev.spine.extension.runtime.message.Turns;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sample.Prioritised;

/** Whose messages come first, and that nobody waits forever. */
@Tag("SN-20")
class PriorityTest {
    private static final int[] HIGH_FIRST = {1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2};

    private final Turns turns = new Turns();

    /** Who runs, when messages never end. */
    private List<Integer> run(int count) {
        List<Integer> ran = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int priority = turns.impatient();
            for (int higher = 0; priority < 0; higher++) {
                priority = turns.count(higher) > 0 ? higher : -1;
            }
            int instance = turns.leave(priority);
            turns.enter(instance);
            turns.ran(priority);
            ran.add(instance);
        }
        return ran;
    }

    @Test
    void aHigherPriorityComesFirstButALowerOneIsPassedOverEightTimesAtMost() {
        turns.set(1, Priority.HIGH);
        turns.enter(2);
        turns.enter(1);
        List<Integer> ran = run(HIGH_FIRST.length);
        for (int i = 0; i < HIGH_FIRST.length; i++) {
            assertEquals(HIGH_FIRST[i], ran.get(i), "turn " + i + " of " + ran);
        }
    }

    @Test
    void everyPriorityRunsHoweverManyAreAboveIt() {
        turns.set(1, Priority.HIGH);
        turns.set(3, Priority.LOW);
        turns.enter(1);
        turns.enter(2);
        turns.enter(3);
        List<Integer> ran = run(300);
        int waited = 0;
        for (int instance : ran) {
            waited = instance == 3 ? 0 : waited + 1;
            assertTrue(waited <= 2 * (Turns.PATIENCE + 2), "the lowest waited for " + waited + " others");
        }
        assertTrue(ran.contains(2) && ran.contains(3));
    }

    @Test
    void instancesOfOnePriorityTakeTurns() {
        turns.enter(5);
        turns.enter(6);
        assertEquals(List.of(5, 6, 5, 6), run(4));
        assertFalse(turns.isEmpty());
    }

    private static List<Integer> said(Card card) {
        return card.replies().stream().map(reply -> reply.word(4)).toList();
    }

    @Test
    void waitingMessagesOfTheHigherPriorityRunFirst() {
        try (Card card = new Card()) {
            card.listen();
            int low = card.loaded(Prioritised.class);
            int high = card.loaded(Prioritised.class);
            card.small(low, 1, 1, 20, Priority.LOW.ordinal());
            card.small(high, 1, 1, 10, Priority.HIGH.ordinal());
            assertEquals(List.of(), said(card));
            card.engine.tasks(card.kernel).run(() -> {
                for (int i = 0; i < 3; i++) {
                    for (int instance : new int[] {low, high}) {
                        MessageSlot slot = card.runtime.card().dispatcher().local().queues().takeForMessage(instance);
                        slot.instance = instance;
                        slot.handler = 2;
                        card.runtime.card().dispatcher().local().queues().enter(slot);
                    }
                }
            });
            // Whatever is posted wakes the card.
            card.small(high, 2);
            List<Integer> order = said(card);
            assertEquals(List.of(10, 10, 10), order.subList(0, 3), order.toString());
            assertEquals(7, order.size());
        }
    }

    @Test
    @Tag("SO-16")
    @Tag("SN-06")
    void backgroundWorkRunsInTurnsWhenNothingElseWaits() {
        try (Card card = new Card()) {
            card.listen();
            int instance = card.loaded(Prioritised.class);
            card.small(instance, 1, 2, 1, 3, 4, 0);
            assertEquals(List.of(104, 103, 102, 101), said(card));
            card.small(instance, 1, 2, 9, 3, 1, 0);
            assertEquals(8, said(card).size(), "the ninth request was refused");
        }
    }

    @Test
    void backgroundWorkComesEvenIfSomethingAlwaysWaits() {
        try (Card card = new Card()) {
            card.listen();
            int instance = card.loaded(Prioritised.class);
            int busy = 10 * BackgroundWork.PATIENCE;
            card.small(instance, 1, 2, 1, 3, 1, busy);
            card.engine.advanceTo(card.engine.nowNs() + 1);
            List<Integer> said = new ArrayList<>();
            long activations = 0;
            while (said.isEmpty() && activations < busy) {
                card.engine.advanceTo(card.engine.nowNs() + 100_000);
                activations = card.runtime.card().table().get(instance).activations();
                if (card.runtime.card().parts().background().isEmpty()) {
                    break;
                }
            }
            assertTrue(activations < busy / 2, activations + " activations came before the turn");
            assertEquals(List.of(101), said(card));
        }
    }

    @Test
    void backgroundWorkHasABudgetOfItsOwn() {
        try (Card card = new Card()) {
            card.listen();
            int instance = card.loaded(Prioritised.class);
            card.small(instance, 1, 2, 1, 5, 0, 0);
            assertEquals(List.of(), said(card));
            assertFalse(card.runtime.card().table().get(instance).isRunning());
            assertTrue(card.runtime.lastFailure().contains("500,000 units"), card.runtime.lastFailure());
        }
    }

    @Test
    void anUnloadTakesBackgroundWork() {
        try (Card card = new Card()) {
            card.listen();
            int instance = card.loaded(Prioritised.class);
            card.small(instance, 1, 2, 1, 3, 1_000_000, 0);
            card.unload(instance);
            card.settle();
            assertTrue(card.runtime.card().parts().background().isEmpty());
        }
    }
}
