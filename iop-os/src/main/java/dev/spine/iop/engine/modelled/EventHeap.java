package dev.spine.iop.engine.modelled;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The events of a modelled engine, in the order of (time, order): the first few in a chain, all others in a 4-ary heap of keys in one
 * {@code long[]} with the events beside it.
 *
 * <p>A node has few events pending at a time, so that most come into the chain and leave from it: the heap has what does not fit.
 *
 * <p>Keys are unique as far as they matter: {@link EventOrder} ends in the source's own sequence. The heap grows to the most events that
 * were ever pending and makes no garbage after that.
 */
final class EventHeap {
    private static final int FIRST_CAPACITY = 16;
    /** The most events in the chain before the heap. */
    private static final int NEAR = 8;
    /** How many come out of the heap at once: there has to be room for those that are pushed before them. */
    private static final int FETCHED = NEAR / 2;

    /** The events before all in the heap, in order; null only while there are none at all. */
    private @Nullable QueuedEvent first;
    private int nearCount;
    /** The time of the first event of all; {@link VirtualTime#NEVER} while there is none. */
    private long firstTime = VirtualTime.NEVER;
    /** What carried an event before and carries none now. */
    private @Nullable QueuedEvent free;

    /** Pairs of time and order, in heap order. */
    private long[] keys = new long[2 * FIRST_CAPACITY];
    /** The event of each key. */
    private @Nullable QueuedEvent[] far = new QueuedEvent[FIRST_CAPACITY];
    private int farCount;

    int size() {
        return nearCount + farCount;
    }

    boolean isEmpty() {
        return nearCount == 0;
    }

    /** The time of the first event, or {@link VirtualTime#NEVER} when there is none. */
    long firstTime() {
        return firstTime;
    }

    /** The order of the first event; only when there is one. */
    long firstOrder() {
        return Objects.requireNonNull(first).order;
    }

    /** Shows the events that come first, in their order; none is removed. */
    void showFirst(int most, Consumer<QueuedEvent> visitor) {
        QueuedEvent[] all = new QueuedEvent[size()];
        int count = 0;
        for (QueuedEvent event = first; event != null; event = event.next) {
            all[count++] = event;
        }
        System.arraycopy(far, 0, all, count, farCount);
        Arrays.sort(all, count, all.length, Comparator.<QueuedEvent>comparingLong(event -> event.time)
            .thenComparingLong(event -> event.order));
        Arrays.stream(all, 0, Math.min(most, all.length)).forEach(visitor);
    }

    /** Shows all events, in no order. */
    void each(Consumer<QueuedEvent> visitor) {
        for (QueuedEvent event = first; event != null; event = event.next) {
            visitor.accept(event);
        }
        for (int i = 0; i < farCount; i++) {
            visitor.accept(Objects.requireNonNull(far[i]));
        }
    }

    void push(long time, long order, int kind, @Nullable Object target, @Nullable Object item, long number) {
        QueuedEvent event = free;
        if (event == null) {
            event = new QueuedEvent();
        } else {
            free = event.next;
        }
        event.time = time;
        event.order = order;
        event.kind = kind;
        event.target = target;
        event.item = item;
        event.number = number;
        if (time < firstTime) {
            firstTime = time;
        }
        // What comes after the first in the heap belongs there, whether or not there is room before it.
        if (farCount > 0 && (time > keys[0] || (time == keys[0] && order > keys[1]))) {
            rise(event);
        } else {
            chain(event);
        }
    }

    /** Puts an event that comes before all in the heap in its place of the chain, whose last may have to leave it. */
    private void chain(QueuedEvent event) {
        QueuedEvent before = null;
        QueuedEvent after = first;
        int place = 0;
        while (after != null && after.isBefore(event)) {
            before = after;
            after = after.next;
            place++;
        }
        if (place == NEAR) {
            rise(event);
            return;
        }
        event.next = after;
        if (before == null) {
            first = event;
        } else {
            before.next = event;
        }
        if (nearCount == NEAR) {
            leaveLast(event, NEAR - place);
        } else {
            nearCount++;
        }
    }

    /** The last event of the chain, so many steps after another one, goes into the heap. */
    private void leaveLast(QueuedEvent from, int steps) {
        QueuedEvent before = from;
        for (int i = 1; i < steps; i++) {
            before = Objects.requireNonNull(before.next);
        }
        rise(Objects.requireNonNull(before.next));
        before.next = null;
    }

    /** Adds an event at the end of the heap and lets it rise. */
    private void rise(QueuedEvent event) {
        if (farCount == far.length) {
            keys = Arrays.copyOf(keys, 4 * farCount);
            far = Arrays.copyOf(far, 2 * farCount);
        }
        int at = farCount++;
        long time = event.time;
        long order = event.order;
        long[] k = keys;
        while (at > 0) {
            int parent = (at - 1) >> 2;
            long parentTime = k[2 * parent];
            if (parentTime < time || (parentTime == time && k[2 * parent + 1] <= order)) {
                break;
            }
            k[2 * at] = parentTime;
            k[2 * at + 1] = k[2 * parent + 1];
            far[at] = far[parent];
            at = parent;
        }
        k[2 * at] = time;
        k[2 * at + 1] = order;
        far[at] = event;
    }

    /**
     * Removes the first event. What it carries stays readable until the next push.
     *
     * @return the event; only when there is one
     */
    QueuedEvent pop() {
        QueuedEvent event = Objects.requireNonNull(first);
        QueuedEvent second = event.next;
        event.next = free;
        free = event;
        nearCount--;
        if (second == null && farCount > 0) {
            second = fetch();
        }
        first = second;
        firstTime = second == null ? VirtualTime.NEVER : second.time;
        return event;
    }

    /** Takes some events out of the heap, when there are none before it; returns the first. */
    private QueuedEvent fetch() {
        int count = Math.min(FETCHED, farCount);
        QueuedEvent head = removeRoot();
        QueuedEvent last = head;
        for (int i = 1; i < count; i++) {
            QueuedEvent following = removeRoot();
            last.next = following;
            last = following;
        }
        last.next = null;
        nearCount = count;
        return head;
    }

    private QueuedEvent removeRoot() {
        QueuedEvent root = Objects.requireNonNull(far[0]);
        int last = --farCount;
        if (last > 0) {
            sink(last);
        }
        far[last] = null;
        return root;
    }

    /** Moves the event at {@code last} to the root and lets it sink. */
    private void sink(int last) {
        long[] k = keys;
        long time = k[2 * last];
        long order = k[2 * last + 1];
        QueuedEvent event = far[last];
        int at = 0;
        for (int child = 1; child < last; child = 4 * at + 1) {
            int least = child;
            long leastTime = k[2 * child];
            long leastOrder = k[2 * child + 1];
            int end = Math.min(child + 4, last);
            for (int other = child + 1; other < end; other++) {
                long otherTime = k[2 * other];
                if (otherTime < leastTime || (otherTime == leastTime && k[2 * other + 1] < leastOrder)) {
                    least = other;
                    leastTime = otherTime;
                    leastOrder = k[2 * other + 1];
                }
            }
            if (time < leastTime || (time == leastTime && order <= leastOrder)) {
                break;
            }
            k[2 * at] = leastTime;
            k[2 * at + 1] = leastOrder;
            far[at] = far[least];
            at = least;
        }
        k[2 * at] = time;
        k[2 * at + 1] = order;
        far[at] = event;
    }
}
