package dev.spine.command.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Events of one client wait in a bounded queue, whose owner never waits. */
class EventQueueTest {
    private final EventQueue queue = new EventQueue();

    private static Map<String, Object> event(String kind, String member, long value) {
        return Map.of("spine", 2, "event", kind, member, value);
    }

    @Test
    void eventsLeaveInTheOrderInWhichTheyCame() {
        queue.offer("display", Map.of("value", 1L));
        queue.offer("state", Map.of("value", 2L));
        assertEquals(List.of(event("display", "value", 1), event("state", "value", 2)), queue.take());
    }

    @Test
    void whereThereIsNoRoomTheOldestGoAndTheClientIsToldHowMany() {
        for (long i = 0; i < ControlProtocol.MAX_EVENTS + 3; i++) {
            queue.offer("display", Map.of("value", i));
        }
        List<Map<String, ?>> taken = queue.take();
        assertEquals(1 + ControlProtocol.MAX_EVENTS, taken.size());
        assertEquals(event("lost", "count", 3), taken.get(0));
        assertEquals(event("display", "value", 3), taken.get(1));
        queue.offer("display", Map.of("value", 9L));
        assertEquals(List.of(event("display", "value", 9)), queue.take(), "what was lost is told once");
    }

    @Test
    void nothingLeavesWhenTheClientIsGone() {
        queue.offer("display", Map.of("value", 1L));
        queue.close();
        queue.offer("display", Map.of("value", 2L));
        assertTrue(queue.take().isEmpty());
    }
}
