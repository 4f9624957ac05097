package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MessageQueueTest {
    private static final int SLOTS = 256;
    private static final int FOR_REPORTS = 64;

    private final MessageQueue queue = new MessageQueue(SLOTS);

    private int fillWithMessages() {
        int messages = 0;
        while (queue.freeForMessage() != null) {
            queue.enter();
            messages++;
        }
        return messages;
    }

    @Test
    void aFloodOfMessagesLeavesRoomForReports() {
        assertEquals(SLOTS - FOR_REPORTS, fillWithMessages());
        for (int i = 0; i < FOR_REPORTS; i++) {
            assertNotNull(queue.free(), "report " + i);
            queue.enter();
            assertNull(queue.freeForMessage());
        }
        assertNull(queue.free());
    }

    @Test
    void aSenderThatRefillsWhatWasDrainedNeverTakesTheRoomOfReports() {
        fillWithMessages();
        for (int round = 0; round < 10 * SLOTS; round++) {
            assertNotNull(queue.first());
            queue.leave();
            assertEquals(1, fillWithMessages());
            assertNotNull(queue.free());
        }
    }

    @Test
    void anEmptyQueueTakesMessagesAgain() {
        fillWithMessages();
        while (queue.first() != null) {
            queue.leave();
        }
        assertTrue(queue.isEmpty());
        assertEquals(SLOTS - FOR_REPORTS, fillWithMessages());
    }
}
