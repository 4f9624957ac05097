package dev.spine.command.route.service;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A card that does not answer does not hold up the figures of the others. */
class SilentCardsTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final SilentCards cards = new SilentCards(now::get);

    @Test
    void aSilentCardIsLeftAloneForAWhileAndTheOthersAreNot() {
        assertTrue(cards.mayAsk("nic"));
        cards.isSilent("nic");
        assertFalse(cards.mayAsk("nic"));
        assertTrue(cards.mayAsk("other"));
        now.addAndGet(SilentCards.PAUSE_NS - 1);
        assertFalse(cards.mayAsk("nic"));
        now.incrementAndGet();
        assertTrue(cards.mayAsk("nic"));
    }

    @Test
    void whoAnswersIsAskedAgainAtOnce() {
        cards.isSilent("nic");
        cards.hasAnswered("nic");
        assertTrue(cards.mayAsk("nic"));
    }
}
