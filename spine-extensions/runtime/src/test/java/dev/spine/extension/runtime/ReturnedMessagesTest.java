package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.load.LoadOptions;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import sample.Boomerang;
import sample.Tally;

/** Who lets more messages come back than he takes is told to wait, and takes no room of reports that belongs to others. */
class ReturnedMessagesTest {
    private static final int LISTENER = 7;
    private static final int PIECE_BYTES = 100;
    private static final int TIMES = 200;

    private final Card card = new Card();

    @AfterEach
    void close() {
        card.close();
    }

    private <T> T onCard(Supplier<T> what) {
        return card.engine.tasks(card.kernel).call(what);
    }

    @Test
    void whoAnswersWhatComesBackWithMoreOfItLeavesTheReportsOfOthersTheirRoom() {
        int boomerang = card.loaded(LoadOptions.ownedBy(7), Boomerang.class);
        int other = card.loaded(LoadOptions.ownedBy(8), Tally.class);
        assertTrue(onCard(() -> card.runtime.card().dispatcher().host().listen(LISTENER, 1, PIECE_BYTES)
            && card.runtime.card().dispatcher().host().lend(LISTENER, 1, 0, card.hostMemory.base(), PIECE_BYTES, 1)));
        card.small(boomerang, 1, TIMES);
        for (int i = 0; i < 5; i++) {
            card.settle();
        }
        Map<String, Long> counters = card.inspect(boomerang).counters();
        assertTrue(counters.containsKey("held"), counters.toString());
        assertTrue(counters.get("returned") > TIMES, counters.toString());
        assertTrue(counters.get("sent") - counters.get("returned") <= MessageQueues.OF_ONE, counters.toString());
        assertEquals(0, onCard(() -> card.runtime.undeliverable()));
        assertEquals("", card.inspect(other).failure());
    }
}
