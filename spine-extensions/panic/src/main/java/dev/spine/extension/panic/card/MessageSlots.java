package dev.spine.extension.panic.card;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import org.jspecify.annotations.Nullable;

/** The places for messages, with their memory: most take a packet's payload, some the longest message. Made once. */
final class MessageSlots {
    /** The most bytes of a message that packets of the standard size carry in parts. */
    static final int MESSAGE_BYTES = 4_096;
    /** All of them. */
    static final int MAX_SLOTS = 64;
    /** Those of one program. */
    static final int MAX_OF_PROGRAM = 16;
    /** Of these, those that the host's messages may have, and those that the wire's may: who floods a program leaves room for others. */
    static final int MAX_OF_HOST = 14;
    static final int MAX_OF_WIRE = 12;

    private static final int LONG_SLOTS = 16;

    private final int mostBytes;
    private final Counter programFull;
    private final Counter allFull;
    private @Nullable MessageSlot shortFree;
    private @Nullable MessageSlot longFree;
    private int free = MAX_SLOTS;

    MessageSlots(ExtensionContext context, int payloadBytes) {
        mostBytes = Math.max(MESSAGE_BYTES, payloadBytes) + Integer.BYTES - 1 & -Integer.BYTES;
        int shortBytes = payloadBytes + Integer.BYTES - 1 & -Integer.BYTES;
        programFull = context.counter("dropped: the program's queue was full");
        allFull = context.counter("dropped: all slots were full");
        Buffer pool = CardMemory.of(context, (MAX_SLOTS - LONG_SLOTS) * shortBytes + LONG_SLOTS * mostBytes);
        int at = 0;
        for (int i = 0; i < MAX_SLOTS; i++) {
            MessageSlot slot = new MessageSlot(pool, at, i < LONG_SLOTS ? mostBytes : shortBytes);
            at += slot.room();
            putBack(slot);
        }
    }

    /** {@return the most bytes of a message} */
    int mostBytes() {
        return mostBytes;
    }

    int free() {
        return free;
    }

    /** {@return a place for a message of the card's own; null, and counted, when there is none} */
    @Nullable MessageSlot take(CardProgram of, int bytes) {
        return take(of, bytes, MAX_OF_PROGRAM);
    }

    /**
     * {@return a place for a message of at most {@link #mostBytes}, if the program has fewer than {@code most}; null, and counted, if there
     * is none}
     */
    @Nullable MessageSlot take(CardProgram of, int bytes, int most) {
        if (of.slots >= most) {
            programFull.increment();
            return null;
        }
        MessageSlot found = shortFree;
        if (found != null && bytes <= found.room()) {
            shortFree = found.next;
        } else {
            found = longFree;
            if (found == null) {
                allFull.increment();
                return null;
            }
            longFree = found.next;
        }
        found.next = null;
        of.slots++;
        free--;
        return found;
    }

    void release(CardProgram of, MessageSlot slot) {
        slot.end();
        of.slots--;
        free++;
        putBack(slot);
    }

    private void putBack(MessageSlot slot) {
        if (slot.room() == mostBytes) {
            slot.next = longFree;
            longFree = slot;
        } else {
            slot.next = shortFree;
            shortFree = slot;
        }
    }
}
