package dev.spine.extension.runtime;

import org.jspecify.annotations.Nullable;

/** Messages that wait for handlers of this card: a bounded ring of preallocated slots. Belongs to the card's agent. */
final class MessageQueue {
    /** Slots that messages leave to reports: a report that is lost would stop for good whoever waits for it. */
    private static final int KEPT_FOR_REPORTS = 64;

    private final MessageSlot[] slots;
    private int head;
    private int count;

    MessageQueue(int capacity) {
        slots = new MessageSlot[capacity];
        for (int i = 0; i < capacity; i++) {
            slots[i] = new MessageSlot();
        }
    }

    /** {@return as {@link #free}, but null already when only the slots for reports are left} */
    @Nullable MessageSlot freeForMessage() {
        return count >= slots.length - KEPT_FOR_REPORTS ? null : free();
    }

    /** {@return the next free slot, to be filled and then entered by {@link #enter}, or null when the queue is full} */
    @Nullable MessageSlot free() {
        return count == slots.length ? null : slots[(head + count) % slots.length];
    }

    void enter() {
        count++;
    }

    /** {@return the oldest slot, to be left by {@link #leave}, or null} */
    @Nullable MessageSlot first() {
        return count == 0 ? null : slots[head];
    }

    void leave() {
        MessageSlot slot = slots[head];
        slot.surface = null;
        slot.store = null;
        slot.lease = null;
        head = (head + 1) % slots.length;
        count--;
    }

    /** Makes messages for an instance that is gone messages to nobody, so that the next one of its number does not get them. */
    void forget(int instance) {
        for (int i = 0; i < count; i++) {
            MessageSlot slot = slots[(head + i) % slots.length];
            if (slot.instance == instance) {
                slot.instance = 0;
                slot.surface = null;
                slot.store = null;
            }
        }
    }

    boolean isEmpty() {
        return count == 0;
    }
}
