package dev.spine.extension.runtime;

import dev.spine.extension.api.Message;
import dev.spine.extension.runtime.limits.CardLimits;
import dev.spine.extension.runtime.message.TransferFences;
import dev.spine.extension.runtime.message.Turns;
import org.jspecify.annotations.Nullable;

/**
 * Messages that wait for handlers of this card: a queue for each instance, over one pool of slots, and the turns of the instances that
 * have any. No instance can fill the pool with messages, so one that is slow holds its own senders and nobody else's; nor with reports, for
 * which the pool grows when an instance rests while much that it has asked for ends. Messages that come back are reports, too: who has
 * {@link #OF_ONE} of them waiting sends no more before it has taken some. Belongs to the card's agent.
 */
final class MessageQueues {
    /** The most messages that wait for one instance; reports do not count. */
    static final int OF_ONE = 64;

    /** The most slots: a report that is lost would stop for good whoever waits for it, and one that waits would hold those of others. */
    private final int most;
    private int made;
    /** How many messages more all together may wait. */
    private int roomOfAll;
    private final @Nullable MessageSlot[] first = new MessageSlot[CardLimits.MAX_INSTANCES + 1];
    private final @Nullable MessageSlot[] last = new MessageSlot[CardLimits.MAX_INSTANCES + 1];
    private final long[] noRoom = new long[CardLimits.MAX_INSTANCES + 1];
    private final int[] messages = new int[CardLimits.MAX_INSTANCES + 1];
    private final int[] returned = new int[CardLimits.MAX_INSTANCES + 1];
    /** The instances for which something waits. */
    private final Turns turns = new Turns();
    private @Nullable MessageSlot free;
    private int freeCount;

    /**
     * Empty queues.
     *
     * @param capacity slots that are made at once
     * @param keptForReports how many of them messages cannot use
     * @param most the most slots, when there are many reports
     */
    MessageQueues(int capacity, int keptForReports, int most) {
        this.most = most;
        this.made = capacity;
        this.roomOfAll = capacity - keptForReports;
        for (int i = 0; i < capacity; i++) {
            MessageSlot slot = new MessageSlot(this);
            slot.next = free;
            free = slot;
        }
        freeCount = capacity;
    }

    /** {@return how many messages more there is room for in an instance's queue} */
    int room(int instance) {
        return Math.max(0, Math.min(Math.min(OF_ONE - messages[instance & 0xFF], roomOfAll), freeCount + most - made));
    }

    /** {@return messages that wait for an instance} */
    int waiting(int instance) {
        return messages[instance & 0xFF];
    }

    /** {@return whether fewer messages have come back to a sender, and wait there, than may} */
    boolean takesReturned(int sender) {
        return returned[sender & 0xFF] < OF_ONE;
    }

    /** A sender was told that there is no room in an instance's queue. */
    void countNoRoom(int instance) {
        noRoom[instance & 0xFF]++;
    }

    /** {@return how often there was no room} */
    long noRoom(int instance) {
        return noRoom[instance & 0xFF];
    }

    /** An instance is gone: its number counts anew. */
    void forget(int instance) {
        noRoom[instance & 0xFF] = 0;
    }

    boolean canReport() {
        return free != null || made < most;
    }

    /** Takes a slot for a message, which {@link #enter} then enters: {@return it, or null when there is no room for one} */
    @Nullable MessageSlot takeForMessage(int instance) {
        if (room(instance) == 0) {
            return null;
        }
        MessageSlot slot = take();
        if (slot != null) {
            slot.isMessage = true;
            roomOfAll--;
        }
        return slot;
    }

    /** {@return a slot for a report, or null when there is none} */
    @Nullable MessageSlot takeForReport() {
        MessageSlot slot = take();
        if (slot != null) {
            slot.isMessage = false;
        }
        return slot;
    }

    private @Nullable MessageSlot take() {
        MessageSlot slot = free;
        if (slot != null) {
            free = slot.next;
            slot.next = null;
            freeCount--;
        } else if (made < most) {
            slot = new MessageSlot(this);
            made++;
        }
        return slot;
    }

    /** Enters a slot at the end of its instance's queue. */
    void enter(MessageSlot slot) {
        int instance = slot.instance & 0xFF;
        MessageSlot before = last[instance];
        if (before == null) {
            first[instance] = slot;
            turns.enter(instance);
        } else {
            before.next = slot;
        }
        last[instance] = slot;
        messages[instance] += slot.isMessage ? 1 : 0;
        returned[instance] += slot.kind == Message.Kind.RETURNED ? 1 : 0;
    }

    /** {@return who comes next} */
    Turns turns() {
        return turns;
    }

    /** {@return the oldest slot of an instance, or null} */
    @Nullable MessageSlot first(int instance) {
        return first[instance];
    }

    /** The instance that has the turn of a priority goes to the end, or leaves when nothing waits for it. */
    void endTurn(int priority) {
        int instance = turns.leave(priority);
        if (first[instance] != null) {
            turns.enter(instance);
        }
    }

    /** Takes the oldest slot of an instance out of its queue; it goes back to the pool by {@link #putBack}. */
    void leave(MessageSlot slot) {
        int instance = slot.instance & 0xFF;
        MessageSlot next = slot.next;
        first[instance] = next;
        if (next == null) {
            last[instance] = null;
        }
        messages[instance] -= slot.isMessage ? 1 : 0;
        returned[instance] -= slot.kind == Message.Kind.RETURNED ? 1 : 0;
        slot.next = null;
        TransferFences notified = slot.fences;
        if (notified != null) {
            notified.onTaken(slot.fence);
        }
    }

    /** Gives a slot back, and one holder of its data. */
    void putBackWithData(MessageSlot slot) {
        Lease lease = slot.lease;
        if (lease != null) {
            lease.release();
        }
        putBack(slot);
    }

    void putBack(MessageSlot slot) {
        roomOfAll += slot.isMessage ? 1 : 0;
        slot.clear();
        slot.next = free;
        free = slot;
        freeCount++;
    }

    boolean isEmpty() {
        return turns.isEmpty();
    }
}
