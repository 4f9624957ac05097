package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.verify.ExtensionException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sample.Repeater;

/** An extension takes the same fuel for the same messages on both engines, and two cards on two threads keep apart. */
@Tag("compilers")
class FuelOnBothEnginesTest {
    private static final int MESSAGES = 400;

    private static int amount(int message) {
        return 1 + message % 7;
    }

    private static long modelled(int messages) {
        try (Card card = new Card()) {
            int instance = card.loaded(Repeater.class);
            for (int i = 0; i < messages; i++) {
                card.small(instance, 1, amount(i));
                card.settle();
            }
            assertEquals("", card.runtime.lastFailure());
            return fuel(card.runtime, instance);
        }
    }

    private static int load(LiveCard card) throws ExtensionException {
        return card.runtime.card().loads().load(Card.image(Repeater.class), LoadOptions.OF_NODE).number();
    }

    private static long fuel(RuntimeModule runtime, int number) {
        ExtensionInstance instance = runtime.card().table().get(number);
        return instance == null ? -1 : instance.ledger().fuelUsed();
    }

    @Test
    void theSameMessagesTakeTheSameFuelOnBothEnginesAndAfterCompilation() throws ExtensionException {
        long expected = modelled(MESSAGES);
        assertTrue(expected > 0);
        for (int run = 0; run < 3; run++) {
            try (LiveCard card = new LiveCard()) {
                int instance = load(card);
                card.start();
                for (int i = 0; i < MESSAGES; i++) {
                    card.small(instance, 1, amount(i));
                }
                card.awaitActivations(instance, MESSAGES);
                card.stop();
                assertEquals("", card.runtime.lastFailure());
                assertEquals(expected, fuel(card.runtime, instance), "run " + run);
            }
        }
    }

    @Test
    void twoCardsOnTwoThreadsNeverShareAnAccount() throws ExtensionException {
        long few = modelled(MESSAGES / 4);
        long many = modelled(MESSAGES);
        List<LiveCard> cards = new ArrayList<>();
        List<Integer> instances = new ArrayList<>();
        try {
            for (int i = 0; i < 2; i++) {
                LiveCard card = new LiveCard();
                cards.add(card);
                instances.add(load(card));
            }
            cards.forEach(LiveCard::start);
            for (int i = 0; i < MESSAGES; i++) {
                cards.getFirst().small(instances.getFirst(), 1, amount(i));
                if (i < MESSAGES / 4) {
                    cards.getLast().small(instances.getLast(), 1, amount(i));
                }
            }
            cards.getFirst().awaitActivations(instances.getFirst(), MESSAGES);
            cards.getLast().awaitActivations(instances.getLast(), MESSAGES / 4);
        } finally {
            cards.forEach(LiveCard::close);
        }
        assertNotSame(space(cards.getFirst(), instances.getFirst()), space(cards.getLast(), instances.getLast()));
        assertEquals(many, fuel(cards.getFirst().runtime, instances.getFirst()));
        assertEquals(few, fuel(cards.getLast().runtime, instances.getLast()));
    }

    private static ClassLoader space(LiveCard card, int number) {
        ExtensionInstance instance = card.runtime.card().table().get(number);
        if (instance == null) {
            throw new IllegalStateException("no instance " + number);
        }
        return instance.space();
    }
}
