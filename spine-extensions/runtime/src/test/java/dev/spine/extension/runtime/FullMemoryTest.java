package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.iop.bus.MemoryLedger;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sample.Offender;

/** A card whose memory has a limit: extensions that grow together, each within what was left when it was loaded. */
@Tag("SN-12")
class FullMemoryTest {
    /** What is left for heaps: of an extension alone, that is less than it may hold. */
    private static final int LEFT = 5_500_000;

    private final Card card = new Card();
    private final MemoryLedger memory = card.bus.memory(card.cardBusAgent);

    @AfterEach
    void close() {
        card.close();
    }

    private int[] loadTwo() {
        card.listen();
        int images = 2 * Card.image(Offender.class).length;
        memory.limit(memory.held() + images + LEFT);
        return new int[] {card.loaded(Offender.class), card.loaded(Offender.class)};
    }

    @Test
    void heapsThatGrowTogetherStopAtTheCardsMemoryAndTheFailureSaysWhoHoldsWhat() {
        int[] instances = loadTwo();
        for (int i = 1; i <= 3; i++) {
            assertEquals(i, card.order(instances[0], Offender.HOLD_MORE));
        }
        assertEquals(1, card.order(instances[1], Offender.HOLD_MORE));
        assertEquals(2, card.order(instances[1], Offender.HOLD_MORE));
        assertTrue(memory.left() >= 0, () -> memory.holdings().toString());
        card.small(instances[1], 1, Offender.HOLD_MORE);
        card.settle();
        ExtensionInstance first = card.runtime.card().table().get(instances[0]);
        assertNotNull(first);
        assertTrue(first.isRunning(), "who held what it may is not stopped for another");
        String why = card.runtime.lastFailure();
        assertTrue(why.contains(String.format(Locale.ROOT, "left more in use than the card's memory of %d bytes has room for. It holds; ",
            memory.limit())), why);
        assertTrue(why.contains(" heap of extension " + instances[0] + ';'), why);
        assertTrue(memory.lastRefusal().contains("\n   3,0"), memory::lastRefusal);
        assertTrue(memory.left() >= 0, () -> memory.holdings().toString());
    }

    @Test
    void whatExtensionsHeldIsFreeWhenTheirThreadWasGivenUp() {
        loadTwo();
        assertEquals(4, memory.holdings().stream().filter(held -> held.what().contains(" of extension ")).count());
        card.runtime.card().leave();
        assertEquals(List.of(), memory.holdings().stream().filter(held -> held.what().contains(" of extension ")).toList());
    }

    @Test
    void garbageOfOthersIsCountedBeforeAnybodyIsStopped() {
        int[] instances = loadTwo();
        for (int i = 0; i < 20; i++) {
            assertEquals(1_000_000, card.order(instances[i & 1], Offender.ALLOCATE_AND_FORGET));
            assertTrue(memory.left() >= 0, () -> memory.holdings().toString());
        }
        assertEquals(1, card.order(instances[0], Offender.HOLD_MORE));
        assertFalse(card.runtime.lastFailure().contains("memory"), card.runtime.lastFailure());
    }
}
