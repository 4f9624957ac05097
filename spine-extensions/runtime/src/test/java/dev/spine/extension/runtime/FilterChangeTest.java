package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.limits.CodeLimits;
import dev.spine.extension.runtime.load.LoadOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sample.Sorter;

/** The card arranges all its filters again when one changes, and who changes it pays for all. */
class FilterChangeTest {
    /** One filter, arranged again and looked at once. */
    private static final int EACH = ExtensionVersion.UNITS_OF_ARRANGING + ExtensionVersion.UNITS_OF_LOOKING;

    private final Card card = new Card();
    private int sorter;

    @BeforeEach
    void load() {
        sorter = sorter();
    }

    /** One that has come to all of its classes. */
    private int sorter() {
        int instance = card.loaded(Sorter.class);
        fuel(instance, Sorter.TAKE, 1, 1);
        fuel(instance, Sorter.FORGET, 1, 1);
        return instance;
    }

    @AfterEach
    void close() {
        card.close();
    }

    private int fuel(int instance, int handler, int port, int count) {
        card.small(instance, handler, port, count);
        card.settle();
        return card.runtime.card().table().get(instance).ledger().lastFuel();
    }

    @Test
    void aFilterCostsMoreWhereThereAreMore() {
        int first = fuel(sorter, Sorter.TAKE, 1, 1);
        assertEquals(first + EACH, fuel(sorter, Sorter.TAKE, 2, 1));
        fuel(sorter, Sorter.TAKE, 3, 18);
        assertEquals(first + 20 * EACH, fuel(sorter, Sorter.TAKE, 100, 1));
        assertTrue(card.runtime.card().table().get(sorter).isRunning());
    }

    @Test
    void theFiltersOfOthersAreArrangedToo() {
        int first = fuel(sorter, Sorter.TAKE, 1, 1);
        int other = sorter();
        assertEquals(first + EACH, fuel(other, Sorter.TAKE, 1, 1));
        card.unload(sorter);
        fuel(other, Sorter.FORGET, 1, 1);
        assertEquals(first, fuel(other, Sorter.TAKE, 1, 1), "the filters of who is gone cost nothing");
    }

    @Test
    void takingAFilterOutCostsAsMuch() {
        fuel(sorter, Sorter.TAKE, 1, 10);
        int last = fuel(sorter, Sorter.FORGET, 1, 1);
        assertEquals(last - EACH, fuel(sorter, Sorter.FORGET, 2, 1));
        assertEquals(last - 2 * EACH, fuel(sorter, Sorter.FORGET, 99, 1), "also where there is none such");
    }

    @Test
    void arrangingIsPaidForOnceInAnActivation() {
        int one = fuel(sorter, Sorter.TAKE, 1, 1);
        int two = fuel(sorter, Sorter.TAKE, 2, 2);
        int three = fuel(sorter, Sorter.TAKE, 4, 3);
        // With 1 filter, then 2; with 3 filters, then 4, then 5.
        int arranging = ExtensionVersion.UNITS_OF_ARRANGING;
        int looking = ExtensionVersion.UNITS_OF_LOOKING;
        int perFilter = two - one - arranging - 3 * looking;
        assertEquals(one + 2 * perFilter + 3 * arranging + 12 * looking, three);
        assertTrue(perFilter > 0);
    }

    @Test
    void whoCannotPayIsStoppedAndNeighboursKeepTheirPackets() {
        int neighbour = card.loaded(Sorter.class);
        card.listen();
        fuel(neighbour, Sorter.TAKE, 7000, 1);
        // 64 filters are there each time, so this is many times the fuel of an activation.
        fuel(sorter, Sorter.TAKE, 1, 64);
        fuel(sorter, Sorter.FORGET, 100, 2_000);
        assertFalse(card.runtime.card().table().get(sorter).isRunning());
        assertTrue(card.runtime.lastFailure().contains("fuel"), card.runtime.lastFailure());
        assertTrue(card.runtime.card().table().get(neighbour).isRunning());
        long before = card.runtime.card().table().get(neighbour).activations();
        card.port.arrive(UdpPacket.to(7000));
        card.settle();
        assertEquals(before + 1, card.runtime.card().table().get(neighbour).activations());
    }

    private void take(int instance, int port, int count) {
        for (int taken = 0; taken < count; taken += 16) {
            card.small(instance, Sorter.TAKE, port + taken, 16);
        }
        card.settle();
    }

    @Test
    void aChangeCanAlwaysBePaidForAndWhoFindsNoPlaceIsTold() {
        int fills = ExtensionVersion.MAX_FILTERS_OF_CARD / ExtensionVersion.MAX_FILTERS;
        take(sorter, 1, ExtensionVersion.MAX_FILTERS);
        for (int i = 2; i < fills; i++) {
            take(card.loaded(Sorter.class), 1 + i * 100, ExtensionVersion.MAX_FILTERS);
        }
        int seven = card.loaded(LoadOptions.ownedBy(7), Sorter.class);
        int eight = card.loaded(LoadOptions.ownedBy(8), Sorter.class);
        take(seven, 20_000, 32);
        assertTrue(card.runtime.card().table().get(seven).isRunning());
        take(eight, 30_000, 16);
        assertTrue(card.runtime.card().table().get(eight).isRunning(), "there is always some place for the next owner");
        take(seven, 20_100, 16);
        assertFalse(card.runtime.card().table().get(seven).isRunning());
        String refusal = card.inspect(seven).failure();
        assertTrue(refusal.contains("the card has 2032 packet handlers of at most 2048, and 32 of them are of this owner, which leaves too"
            + " few for others: remove one"), refusal);
        take(card.loaded(Sorter.class), 40_000, 48);
        assertEquals(ExtensionVersion.MAX_FILTERS_OF_CARD, card.runtime.card().demultiplexer().size());
        int last = card.loaded(Sorter.class);
        card.small(last, Sorter.TAKE, 50_000, 1);
        card.settle();
        assertTrue(card.inspect(last).failure().contains("the card has 2048 packet handlers of at most 2048: remove one"));
        assertTrue(fuel(sorter, Sorter.FORGET, 1, 1) < CodeLimits.STANDARD.fuel() * 6 / 10);
        assertTrue(card.runtime.card().table().get(sorter).isRunning());
    }
}
