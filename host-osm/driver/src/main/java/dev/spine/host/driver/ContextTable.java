package dev.spine.host.driver;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for which reply: the values of InitiatorContext that a driver has given out.
 *
 * <pre>
 *  31                 12 11        0
 * +---------------------+-----------+
 * | generation          | index     |
 * +---------------------+-----------+
 * </pre>
 *
 * <p>A context that ends raises the generation of its slot, so a late reply never reaches the request that uses the slot next. Slots are
 * reused in order of their end, so a generation comes round again only after 2<sup>20</sup> uses of every slot. Index 0 is never given
 * out: {@link #NONE} is the context of requests that get no reply. Host agent's thread only; allocates nothing after it was made.
 */
final class ContextTable {
    /** The context of a request that gets no reply. */
    static final int NONE = 0;

    private static final int INDEX_BITS = 12;
    private static final int INDEX_MASK = (1 << INDEX_BITS) - 1;
    private static final long NO_DEADLINE = Long.MAX_VALUE;
    /** Of a request that is posted and has no deadline any more. */
    private static final long PAST_DEADLINE = Long.MAX_VALUE - 1;

    private final int size;
    private final int[] generations;
    private final @Nullable ReplyHandler[] handlers;
    private final boolean[] standing;
    private final long[] deadlinesNs;
    private final int[] freeIndices;
    private int freeHead;
    private int freeCount;
    /** No deadline is before this; it may be too early, never too late. */
    private long nextDeadlineNs = NO_DEADLINE;

    /**
     * A table.
     *
     * @param contexts how many contexts can be in use at once, 1 to 4095
     */
    ContextTable(int contexts) {
        checkArgument(contexts >= 1 && contexts <= INDEX_MASK, "a driver has 1 to %s contexts, not %s", INDEX_MASK, contexts);
        this.size = contexts;
        this.generations = new int[contexts + 1];
        this.handlers = new ReplyHandler[contexts + 1];
        this.standing = new boolean[contexts + 1];
        this.deadlinesNs = new long[contexts + 1];
        Arrays.fill(deadlinesNs, NO_DEADLINE);
        this.freeIndices = new int[contexts];
        for (int i = 0; i < contexts; i++) {
            freeIndices[i] = i + 1;
        }
        freeCount = contexts;
    }

    /** Gives out a context that ends with its last reply, or {@link #NONE} when all are in use. It has no deadline yet. */
    int open(ReplyHandler handler) {
        if (freeCount == 0) {
            return NONE;
        }
        int index = freeIndices[freeHead];
        freeHead = freeHead + 1 == size ? 0 : freeHead + 1;
        freeCount--;
        handlers[index] = handler;
        standing[index] = false;
        deadlinesNs[index] = NO_DEADLINE;
        return generations[index] << INDEX_BITS | index;
    }

    /** Gives out a context that replies do not end, or {@link #NONE} when all are in use. */
    int openStanding(ReplyHandler handler) {
        int context = open(handler);
        standing[context & INDEX_MASK] = context != NONE;
        return context;
    }

    /** Whether a context could have been given out by this table at all. */
    boolean isPossible(int context) {
        int index = context & INDEX_MASK;
        return index >= 1 && index <= size;
    }

    /** The handler of a context, or null when it has ended or was never given out. */
    @Nullable ReplyHandler handler(int context) {
        int index = context & INDEX_MASK;
        return index <= size && generations[index] << INDEX_BITS == (context & ~INDEX_MASK) ? handlers[index] : null;
    }

    boolean isStanding(int context) {
        return standing[context & INDEX_MASK];
    }

    /** Sets when a context in use times out. */
    void deadline(int context, long timeNs) {
        deadlinesNs[context & INDEX_MASK] = timeNs;
        nextDeadlineNs = Math.min(nextDeadlineNs, timeNs);
    }

    /** Ends a context in use. */
    void close(int context) {
        int index = context & INDEX_MASK;
        generations[index]++;
        handlers[index] = null;
        deadlinesNs[index] = NO_DEADLINE;
        int tail = freeHead + freeCount;
        freeIndices[tail >= size ? tail - size : tail] = index;
        freeCount++;
    }

    int inUse() {
        return size - freeCount;
    }

    long nextDeadlineNs() {
        return nextDeadlineNs;
    }

    /**
     * The handler of a context whose time is over; null when there is none. This ends the context, unless the handler outlives it: then
     * the context has no deadline any more.
     */
    @Nullable ReplyHandler takeExpired(long nowNs) {
        if (nowNs < nextDeadlineNs) {
            return null;
        }
        long next = NO_DEADLINE;
        for (int index = 1; index <= size; index++) {
            if (deadlinesNs[index] <= nowNs) {
                ReplyHandler handler = handlers[index];
                if (handler != null && handler.outlivesTimeout()) {
                    deadlinesNs[index] = PAST_DEADLINE;
                } else {
                    close(index);
                }
                return handler;
            }
            if (deadlinesNs[index] < PAST_DEADLINE) {
                next = Math.min(next, deadlinesNs[index]);
            }
        }
        nextDeadlineNs = next;
        return null;
    }

    /** The handler of a posted context that replies would end, which this ends; null when there is none. For a reset. */
    @Nullable ReplyHandler takePosted() {
        for (int index = 1; index <= size; index++) {
            if (deadlinesNs[index] != NO_DEADLINE) {
                ReplyHandler handler = handlers[index];
                close(index);
                return handler;
            }
        }
        return null;
    }

    /** The contexts in use, in order of their slots. Allocates: for tests and reports. */
    List<OpenContext> open() {
        List<OpenContext> found = new ArrayList<>();
        for (int index = 1; index <= size; index++) {
            ReplyHandler handler = handlers[index];
            if (handler != null) {
                found.add(new OpenContext(generations[index] << INDEX_BITS | index, standing[index], handler));
            }
        }
        return found;
    }

    /** The handlers of standing contexts, which stay. */
    ReplyHandler[] standingHandlers() {
        int count = 0;
        ReplyHandler[] found = new ReplyHandler[size];
        for (int index = 1; index <= size; index++) {
            ReplyHandler handler = handlers[index];
            if (handler != null && standing[index]) {
                found[count++] = handler;
            }
        }
        return Arrays.copyOf(found, count);
    }
}
