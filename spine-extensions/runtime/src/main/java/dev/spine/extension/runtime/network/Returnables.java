package dev.spine.extension.runtime.network;

import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.runtime.network.NetworkCounters.Counter;

/** Copies of messages that may return, until their receivers have said what became of them. Belongs to the card's agent. */
final class Returnables {
    private static final int INDEX_BITS = 10;
    private static final int INDEX_MASK = (1 << INDEX_BITS) - 1;
    /** The share of the table that one extension may use. */
    private static final int SHARE = 4;

    private enum State {
        FREE, UNSENT, SENT, RETURNING
    }

    private static final class Entry {
        final int[] words = new int[WireFormat.MESSAGE_WORDS];
        State state = State.FREE;
        long destination;
        int instance;
        int handler;
        int number;
        long deadlineNs;
        ReturnReason reason = ReturnReason.NONE;
    }

    private final Entry[] entries;
    private final NetworkCounters counters;
    private final long patienceNs;
    private int used;
    private int toDo;

    Returnables(NetworkSettings settings, NetworkCounters counters, int firstNumber) {
        this.counters = counters;
        this.patienceNs = settings.returnNs();
        entries = new Entry[settings.returnables()];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = new Entry();
            // Numbers of an earlier life are not met again soon.
            entries[i].number = firstNumber << INDEX_BITS | i;
        }
    }

    boolean hasRoom(int instance) {
        int own = 0;
        for (Entry entry : entries) {
            own += entry.state != State.FREE && entry.instance == instance ? 1 : 0;
        }
        return used < entries.length && own <= entries.length / SHARE;
    }

    /** Enters a message; there is room. */
    void enter(long destination, int instance, int handler, int[] words, long nowNs) {
        for (Entry entry : entries) {
            if (entry.state == State.FREE) {
                entry.state = State.UNSENT;
                entry.destination = destination;
                entry.instance = instance;
                entry.handler = handler;
                entry.number += 1 << INDEX_BITS;
                entry.deadlineNs = nowNs + patienceNs;
                System.arraycopy(words, 0, entry.words, 0, words.length);
                used++;
                toDo++;
                return;
            }
        }
    }

    /** The receiver has said what became of a message. */
    void answered(long source, int number, ReturnReason reason) {
        int index = number & INDEX_MASK;
        Entry entry = index < entries.length ? entries[index] : null;
        if (entry == null || entry.number != number || entry.state != State.SENT || entry.destination != source) {
            counters.increment(Counter.FRAMES_STALE);
        } else if (reason == ReturnReason.NONE) {
            free(entry);
        } else {
            bringBack(entry, reason);
        }
    }

    private void bringBack(Entry entry, ReturnReason reason) {
        toDo += entry.state == State.SENT ? 1 : 0;
        entry.state = State.RETURNING;
        entry.reason = reason;
    }

    private void free(Entry entry) {
        toDo -= entry.state == State.SENT ? 0 : 1;
        entry.state = State.FREE;
        used--;
    }

    boolean hasWork() {
        return toDo > 0;
    }

    /** {@return when the first answer is overdue; {@link Long#MAX_VALUE} for never} */
    long deadlineNs() {
        long first = Long.MAX_VALUE;
        if (used > 0) {
            for (Entry entry : entries) {
                first = entry.state == State.SENT || entry.state == State.UNSENT ? Math.min(first, entry.deadlineNs) : first;
            }
        }
        return first;
    }

    int doWork(FrameSender wire, MessageSink sink, long nowNs, int limit) {
        int work = 0;
        for (int i = 0; i < entries.length && used > 0 && work < limit; i++) {
            Entry entry = entries[i];
            if ((entry.state == State.SENT || entry.state == State.UNSENT) && entry.deadlineNs <= nowNs) {
                bringBack(entry, ReturnReason.NO_ANSWER);
            }
            if (entry.state == State.UNSENT
                && wire.begin(entry.destination, WireFormat.RETURNABLE, 0).generation(entry.number).send(entry.words, 0)) {
                entry.state = State.SENT;
                toDo--;
                work++;
            } else if (entry.state == State.RETURNING
                && (entry.handler == 0 || sink.takeBack(entry.destination, entry.instance, entry.handler, entry.words, entry.reason))) {
                counters.increment(Counter.MESSAGES_RETURNED);
                free(entry);
                work++;
            }
        }
        return work;
    }

    /** The sender is gone: its messages are not missed any more. */
    void forget(int instance) {
        for (Entry entry : entries) {
            if (entry.state != State.FREE && entry.instance == instance) {
                counters.increment(Counter.MESSAGES_ABANDONED);
                free(entry);
            }
        }
    }

    void reset() {
        for (Entry entry : entries) {
            if (entry.state != State.FREE) {
                counters.increment(Counter.MESSAGES_ABANDONED);
                free(entry);
            }
        }
    }
}
