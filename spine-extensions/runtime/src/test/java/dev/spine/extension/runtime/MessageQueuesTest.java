package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class MessageQueuesTest {
    private static final int SLOTS = 256;
    private static final int FOR_REPORTS = 64;

    private final MessageQueues queues = new MessageQueues(SLOTS, FOR_REPORTS, SLOTS);

    private int fill(int instance) {
        int messages = 0;
        for (MessageSlot slot = queues.takeForMessage(instance); slot != null; slot = queues.takeForMessage(instance)) {
            slot.instance = instance;
            slot.user = messages++;
            queues.enter(slot);
        }
        return messages;
    }

    private void takeOne(int instance) {
        MessageSlot slot = Objects.requireNonNull(queues.first(instance));
        queues.leave(slot);
        queues.putBack(slot);
    }

    @Test
    void oneInstanceCannotTakeTheRoomOfOthers() {
        assertEquals(MessageQueues.OF_ONE, fill(1));
        assertEquals(0, queues.room(1));
        assertEquals(MessageQueues.OF_ONE, queues.room(2));
        assertEquals(MessageQueues.OF_ONE, fill(2));
    }

    @Test
    void aFloodOfMessagesToAllLeavesRoomForReports() {
        int messages = 0;
        for (int instance = 1; instance < 20; instance++) {
            messages += fill(instance);
        }
        assertEquals(SLOTS - FOR_REPORTS, messages);
        for (int i = 0; i < FOR_REPORTS; i++) {
            assertTrue(queues.canReport());
            MessageSlot slot = Objects.requireNonNull(queues.takeForReport());
            slot.instance = 1;
            queues.enter(slot);
        }
        assertNull(queues.takeForReport());
        assertFalse(queues.canReport());
    }

    @Test
    void reportsThatWaitForAnInstanceThatRestsTakeNoRoomOfOthers() {
        MessageQueues growing = new MessageQueues(SLOTS, FOR_REPORTS, 10 * SLOTS);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 4 * SLOTS; i++) {
                MessageSlot slot = Objects.requireNonNull(growing.takeForReport());
                slot.instance = 1;
                growing.enter(slot);
            }
            assertEquals(MessageQueues.OF_ONE, growing.room(2));
            assertTrue(growing.canReport());
            for (MessageSlot slot = growing.first(1); slot != null; slot = growing.first(1)) {
                growing.leave(slot);
                growing.putBack(slot);
            }
        }
        assertEquals(MessageQueues.OF_ONE, growing.room(1));
    }

    @Test
    void messagesOfAnInstanceLeaveInTheirOrderAndInstancesTakeTurns() {
        fill(1);
        fill(2);
        List<Integer> turns = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int instance = queues.turns().head(1);
            turns.add(instance);
            MessageSlot slot = Objects.requireNonNull(queues.first(instance));
            assertEquals(i / 2, slot.user);
            queues.leave(slot);
            queues.endTurn(1);
            queues.putBack(slot);
        }
        assertEquals(List.of(1, 2, 1, 2, 1, 2), turns);
    }

    @Test
    void whatWasEmptiedTakesMessagesAgainAndHasOneTurn() {
        for (int round = 0; round < 1000; round++) {
            fill(7);
            assertEquals(1, queues.turns().count(1));
            while (queues.first(7) != null) {
                takeOne(7);
            }
            queues.endTurn(1);
            assertTrue(queues.isEmpty());
        }
        assertNotNull(queues.takeForMessage(7));
    }
}
