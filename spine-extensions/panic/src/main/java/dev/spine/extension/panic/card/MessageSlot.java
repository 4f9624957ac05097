package dev.spine.extension.panic.card;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.panic.machine.Packet;
import org.jspecify.annotations.Nullable;

/** A place for one message of a program. Its payload is in its own memory, or in a buffer that the message has come in. */
final class MessageSlot {
    private final Buffer pool;
    private final int poolAt;
    private final int room;
    private Buffer memory;
    private int first;
    private int bytes;
    private boolean isKept;
    private boolean isLocal;
    private int senderHigh;
    private int senderLow;
    private int trigger;
    /** The next one in whatever list it is. */
    @Nullable MessageSlot next;

    MessageSlot(Buffer pool, int poolAt, int room) {
        this.pool = pool;
        this.poolAt = poolAt;
        this.room = room;
        memory = pool;
    }

    int room() {
        return room;
    }

    int trigger() {
        return trigger;
    }

    /** Makes it a message of this card. */
    void local(int toTrigger) {
        trigger = toTrigger;
        isLocal = true;
    }

    /** Makes it a message of a node. */
    void remote(int toTrigger, int high, int low) {
        trigger = toTrigger;
        isLocal = false;
        senderHigh = high;
        senderLow = low;
    }

    /** The payload is where it has come; until {@link #hold} it ends with the activation of the card. */
    void inPlace(Buffer of, int at, int length) {
        memory = of;
        first = at;
        bytes = length;
    }

    /** Copies a part of the payload into this slot's own memory. */
    void copy(int at, Buffer from, int fromAt, int length) {
        memory = pool;
        first = poolAt;
        bytes = at + length;
        pool.copyFrom(poolAt + at, from, fromAt, length);
    }

    /** {@return whether a part of what was copied is the same as other bytes} */
    boolean holds(int at, Buffer other, int otherAt, int length) {
        return at + length <= bytes && pool.compare(poolAt + at, other, otherAt, length) == 0;
    }

    /** Puts words of a small message into this slot's own memory. */
    void words(int length) {
        memory = pool;
        first = poolAt;
        bytes = length;
    }

    void word(int index, int value) {
        pool.put32(poolAt + index * Integer.BYTES, value);
    }

    /** {@return whether the payload is elsewhere now} Keeps what it has come in, or copies it. */
    boolean hold() {
        if (memory == pool || isKept) {
            return false;
        }
        isKept = memory.keep() != null;
        if (isKept) {
            return false;
        }
        copy(0, memory, first, bytes);
        return true;
    }

    void point(Packet packet) {
        if (isLocal) {
            packet.setLocal(memory, first, bytes);
        } else {
            packet.setRemote(memory, first, bytes, senderHigh, senderLow);
        }
    }

    /** Nobody uses the payload any more. */
    void end() {
        if (isKept) {
            isKept = false;
            memory.release();
        }
        memory = pool;
        next = null;
    }
}
