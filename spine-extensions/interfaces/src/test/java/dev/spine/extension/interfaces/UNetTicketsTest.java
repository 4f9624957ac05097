package dev.spine.extension.interfaces;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.ExtensionContext;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

class UNetTicketsTest {
    private static final int BINDING = UNetChannels.binding(3, 2);

    private long nowNs;
    private final UNetTickets tickets = new UNetTickets((ExtensionContext) Proxy.newProxyInstance(UNetTicketsTest.class.getClassLoader(),
        new Class<?>[] {ExtensionContext.class}, (_, method, _) -> {
            assertEquals("nowNs", method.getName(), "nothing else is asked of the context");
            return nowNs;
        }));

    private int take() {
        int slot = tickets.freeSlot();
        tickets.take(slot, BINDING);
        return tickets.ticket(slot);
    }

    @Test
    void anAnswerFreesTheSlotOfItsMessageOnce() {
        int ticket = take();
        assertFalse(tickets.answered(ticket, UNetChannels.binding(3, 1)), "somebody else's");
        assertFalse(tickets.answered(ticket + (1 << Byte.SIZE), BINDING), "of another message");
        assertFalse(tickets.answered(0xFF, BINDING), "of no slot");
        assertTrue(tickets.answered(ticket, BINDING));
        assertFalse(tickets.answered(ticket, BINDING));
        assertNotEquals(ticket, take(), "the slot's next message has another ticket");
    }

    @Test
    void aMessageThatHasComeBackFreesItsSlotIfItWasForThatEndpoint() {
        int ticket = take();
        tickets.returned(ticket, 1);
        tickets.returned(0, 2);
        assertTrue(tickets.answered(ticket, BINDING), "neither was this one");
        int next = take();
        tickets.returned(next, 2);
        assertFalse(tickets.answered(next, BINDING));
    }

    @Test
    void aSlotWithoutAnAnswerIsFreeAfterTenSeconds() {
        int first = take();
        while (tickets.freeSlot() >= 0) {
            take();
        }
        nowNs += 10_000_000_000L;
        assertEquals(-1, tickets.freeSlot());
        nowNs++;
        int again = take();
        assertEquals(first & 0xFF, again & 0xFF);
        assertFalse(tickets.answered(first, BINDING), "the late answer names what is gone");
        assertTrue(tickets.answered(again, BINDING));
    }
}
