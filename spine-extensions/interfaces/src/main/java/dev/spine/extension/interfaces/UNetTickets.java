package dev.spine.extension.interfaces;

import dev.spine.extension.api.ExtensionContext;

/**
 * The long messages of one endpoint that are under way without an answer. Each has a slot, whose bytes are its own until the answer, and a
 * ticket, by which the answer names it and no earlier one of the same slot.
 */
final class UNetTickets {
    private static final long ANSWER_NS = 10_000_000_000L;
    private static final int LAST = 0x7F_FFFF;

    private final ExtensionContext context;
    /** 0, or the ticket under which a message left. */
    private final int[] tickets = new int[UNetProtocol.LONG_WINDOW];
    private final int[] bindings = new int[UNetProtocol.LONG_WINDOW];
    private final long[] times = new long[UNetProtocol.LONG_WINDOW];
    private int last;

    UNetTickets(ExtensionContext context) {
        this.context = context;
    }

    /** Expects no answers any more. */
    void clear() {
        for (int i = 0; i < tickets.length; i++) {
            tickets[i] = 0;
        }
    }

    /** {@return a slot for one more message, or -1} */
    int freeSlot() {
        for (int slot = 0; slot < tickets.length; slot++) {
            // The runtime tells of what it could not deliver; a receiver that has restarted since may never answer.
            if (tickets[slot] == 0 || context.nowNs() - times[slot] > ANSWER_NS) {
                return slot;
            }
        }
        return -1;
    }

    /** A message for what a binding names takes a slot. */
    void take(int slot, int binding) {
        last = last % LAST + 1;
        tickets[slot] = last << Byte.SIZE | slot;
        bindings[slot] = binding;
        times[slot] = context.nowNs();
    }

    /** {@return the ticket of the message in a slot} */
    int ticket(int slot) {
        return tickets[slot];
    }

    /** {@return whether what a binding names has answered a message that is under way, whose slot is free now} */
    boolean answered(int ticket, int binding) {
        int slot = ticket & 0xFF;
        boolean known = isUnderWay(ticket, slot) && bindings[slot] == binding;
        if (known) {
            tickets[slot] = 0;
        }
        return known;
    }

    /** A message for an endpoint of some node has come back; ticket 0 for a short one. */
    void returned(int ticket, int endpoint) {
        int slot = ticket & 0xFF;
        if (ticket != 0 && isUnderWay(ticket, slot) && bindings[slot] % UNetProtocol.MAX_ENDPOINTS == endpoint) {
            tickets[slot] = 0;
        }
    }

    private boolean isUnderWay(int ticket, int slot) {
        return slot < tickets.length && tickets[slot] == ticket;
    }
}
