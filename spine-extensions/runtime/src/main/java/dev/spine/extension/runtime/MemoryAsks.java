package dev.spine.extension.runtime;

import dev.spine.extension.api.MemoryStatus;
import dev.spine.extension.api.Message;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Operations on exported memory of other cards that extensions of this card wait for. Belongs to the card's agent. */
final class MemoryAsks {
    /** The most that wait at a time, of the whole card. */
    static final int CAPACITY = 256;
    /** The most of one extension. */
    static final int OF_ONE = 16;
    /** How long an answer may take; a node that is gone is noticed sooner or as late by the network. */
    static final long PATIENCE_NS = 10_000_000_000L;

    private static final int INDEX_MASK = CAPACITY - 1;
    private static final int ANSWER_WORDS = 11;
    private static final int NO_PEER = -1;

    private final MessageQueues queues;
    private final int[] instances = new int[CAPACITY];
    private final int[] handlers = new int[CAPACITY];
    private final int[] numbers = new int[CAPACITY];
    private final int[] cookies = new int[CAPACITY];
    private final long[] owners = new long[CAPACITY];
    /** Of those that went to a peer: the TID from which its replies come. */
    private final int[] repliers = new int[CAPACITY];
    private final long[] deadlinesNs = new long[CAPACITY];
    private int waiting;
    private long stray;

    MemoryAsks(MessageQueues queues) {
        this.queues = queues;
        for (int i = 0; i < CAPACITY; i++) {
            cookies[i] = i;
        }
    }

    boolean isEmpty() {
        return waiting == 0;
    }

    /** {@return answers that nobody waits for any more} */
    long stray() {
        return stray;
    }

    /** {@return a cookie for a new operation, or -1 when there is no room for one of this extension} */
    int begin(int instance, int handler, int number, long owner, long nowNs) {
        int free = -1;
        int own = 0;
        for (int i = 0; i < CAPACITY; i++) {
            if (instances[i] == 0) {
                free = free < 0 ? i : free;
            } else if (instances[i] == instance) {
                own++;
            }
        }
        if (free < 0 || own == OF_ONE) {
            return -1;
        }
        instances[free] = instance;
        handlers[free] = handler;
        numbers[free] = number;
        owners[free] = owner;
        repliers[free] = NO_PEER;
        deadlinesNs[free] = nowNs + PATIENCE_NS;
        cookies[free] = cookies[free] + CAPACITY & Integer.MAX_VALUE;
        waiting++;
        return cookies[free];
    }

    private int find(int cookie) {
        int index = cookie & INDEX_MASK;
        return instances[index] != 0 && cookies[index] == cookie ? index : -1;
    }

    private void end(int index) {
        instances[index] = 0;
        waiting--;
    }

    /** The operation could not be sent after all. */
    void cancel(int cookie) {
        int index = find(cookie);
        if (index >= 0) {
            end(index);
        }
    }

    /** An answer has come: 11 words from {@code first} on, status, value before, bytes. There is room for a report. */
    void answered(long owner, int cookie, int[] words, int first) {
        int index = find(cookie);
        if (index < 0 || owners[index] != owner || repliers[index] != NO_PEER) {
            stray++;
            return;
        }
        report(index, words, first);
    }

    /** The operation goes to a peer, whose replies come from a TID. */
    void goesTo(int cookie, int replier) {
        int index = find(cookie);
        if (index >= 0) {
            repliers[index] = replier;
        }
    }

    /** A peer has answered, or has said that it does not: it may have guessed the cookie of another one's operation. */
    void answeredByPeer(int replier, int cookie, int[] words, int first) {
        int index = find(cookie);
        if (index < 0 || repliers[index] != replier) {
            stray++;
            return;
        }
        report(index, words, first);
    }

    /** A peer does not carry the operation out. There is room for a report. */
    void refusedByPeer(int replier, int cookie) {
        int index = find(cookie);
        if (index < 0 || repliers[index] != replier) {
            stray++;
            return;
        }
        reportNothing(index);
    }

    /** The operation cannot be answered any more. There is room for a report. */
    void failed(int cookie) {
        int index = find(cookie);
        if (index >= 0) {
            reportNothing(index);
        }
    }

    private void reportNothing(int index) {
        MessageSlot slot = open(index);
        if (slot != null) {
            slot.words[1] = MemoryStatus.NO_ANSWER.ordinal();
            queues.enter(slot);
        }
    }

    private void report(int index, int[] words, int first) {
        MessageSlot slot = open(index);
        if (slot != null) {
            System.arraycopy(words, first, slot.words, 1, ANSWER_WORDS);
            queues.enter(slot);
        }
    }

    private @Nullable MessageSlot open(int index) {
        MessageSlot slot = queues.takeForReport();
        if (slot == null) {
            return null;
        }
        Arrays.fill(slot.words, 0);
        slot.kind = Message.Kind.MEMORY;
        slot.instance = instances[index];
        slot.handler = handlers[index];
        slot.words[0] = numbers[index];
        end(index);
        return slot;
    }

    /** {@return when the first of them is overdue; {@link Long#MAX_VALUE} for never} */
    long deadlineNs() {
        long first = Long.MAX_VALUE;
        for (int i = 0; waiting > 0 && i < CAPACITY; i++) {
            first = instances[i] == 0 ? first : Math.min(first, deadlinesNs[i]);
        }
        return first;
    }

    /** Ends those that have waited too long, as far as there is room for reports: {@return how many}. */
    int expire(long nowNs) {
        int expired = 0;
        for (int i = 0; waiting > 0 && i < CAPACITY && queues.canReport(); i++) {
            if (instances[i] != 0 && deadlinesNs[i] <= nowNs) {
                reportNothing(i);
                expired++;
            }
        }
        return expired;
    }

    /** The extension is gone: nobody waits for its answers. */
    void forget(int instance) {
        for (int i = 0; i < CAPACITY; i++) {
            if (instances[i] == instance) {
                end(i);
            }
        }
    }
}
