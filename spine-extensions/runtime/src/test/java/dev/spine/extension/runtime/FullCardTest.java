package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.memory.CardMemory;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.i2o.MessageFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import sample.Porter;
import sample.Talker;

/** A card whose extensions have all of its memory still says what runs on it, and why it takes nothing more. */
class FullCardTest {
    private final Card card = new Card();
    private final Deque<CardMemory.Block> taken = new ArrayDeque<>();

    @AfterEach
    void close() {
        card.close();
    }

    private void takeAll() {
        CardMemory memory = card.runtime.card().parts().memory();
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

    @Test
    void itTellsAllAboutAnExtensionOfWhichThereIsMuchToTell() {
        int talker = card.loaded(LoadOptions.OF_NODE.with("first", "€".repeat(1_000)).with("second", "€".repeat(1_000)), Talker.class);
        String before = String.valueOf(card.report(RuntimeProtocol.INSPECT, talker, 0));
        assertTrue(before.getBytes(StandardCharsets.UTF_8).length > 48 << 10, "more than the runtime's own memory has room for at a time");
        card.engine.tasks(card.kernel).run(this::takeAll);

        assertEquals(before, card.report(RuntimeProtocol.INSPECT, talker, 0));
        InstanceStatus status = card.inspect(talker);
        assertEquals(64, status.counters().size());
        assertEquals(64, status.log().size());
        assertEquals(2, status.parameters().size());
        assertEquals(0, status.number("cut"));
        assertEquals(64, InstanceStatus.parse(String.valueOf(card.report(RuntimeProtocol.LIST, 0, 0))).getFirst().counters().size());
    }

    @Test
    void whatTheHostHasNoRoomForIsCutByLinesAndSaidSo() {
        int talker = card.loaded(Talker.class);
        List<Map.Entry<String, String>> all = card.inspect(talker).lines();
        card.engine.tasks(card.kernel).run(this::takeAll);
        for (int room : new int[] {1_000, 16_384, 16_385, 40_000}) {
            // Pieces of the host's memory that are no multiples of what leaves the card at a time.
            String text = String.valueOf(card.report(RuntimeProtocol.INSPECT, talker, 0, List.of(7, room - 7)));
            assertTrue(text.getBytes(StandardCharsets.UTF_8).length <= room);
            List<Map.Entry<String, String>> lines = InstanceStatus.parse(text).getFirst().lines();
            assertEquals(Map.entry("cut", String.valueOf(all.size() + 1 - lines.size())), lines.getLast());
            assertEquals(all.subList(0, lines.size() - 1), lines.subList(0, lines.size() - 1));
        }
    }
}
