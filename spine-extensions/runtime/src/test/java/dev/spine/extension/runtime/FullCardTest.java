package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.MessageFrame;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import sample.Porter;

/** A card whose extensions have all of its memory still says what runs on it, and why it takes nothing more. */
class FullCardTest {
    private final Card card = new Card();
    private final Deque<CardMemory.Block> taken = new ArrayDeque<>();

    @AfterEach
    void close() {
        card.close();
    }

    private void takeAll() {
        CardMemory memory = card.runtime.memory();
        for (int bytes = 1 << 20; bytes >= 64; bytes /= 2) {
            for (CardMemory.Block block = memory.allocate(bytes); block != null; block = memory.allocate(bytes)) {
                taken.push(block);
            }
        }
    }

    @Test
    void itTellsWhatRunsAndRefusesWithAReason() {
        int porter = card.loaded(Porter.class);
        byte[] image = Card.image(Porter.class);
        card.engine.tasks(card.kernel).run(this::takeAll);
        assertEquals("running", card.inspect(porter).state());
        MessageFrame refusal = card.load(image);
        assertNotEquals(0, refusal.requestStatus());
        assertTrue(card.verdict(refusal).matches("refused: the card has no \\d+ bytes of memory free"), card.verdict(refusal));
        assertEquals("running", card.inspect(porter).state(), "as often as it is asked");
        card.engine.tasks(card.kernel).run(() -> taken.forEach(CardMemory.Block::free));
        assertEquals(0, card.load(image).requestStatus());
    }
}
