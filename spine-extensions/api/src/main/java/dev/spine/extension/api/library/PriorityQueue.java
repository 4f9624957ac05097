package dev.spine.extension.api.library;

import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.PriorityQueue}: a heap in an array that takes no null, in the order of the JDK's. Offering and
 * polling cost a comparison for each level, removing another element also a search. A queue that has used little of its room gives it back
 * in {@code clear}. The card's agent.
 *
 * @param <E> elements
 */
@NullUnmarked
public final class PriorityQueue<E> extends AbstractCollection<E> implements Queue<E> {
    private static final int ROOM = 11;
    /** A queue keeps so much room whatever it uses of it, and more when it uses this share. */
    private static final int KEPT_ROOM = 64;
    private static final int KEPT_SHARE = 8;

    private final Comparator<? super E> order;
    private Object[] items;
    private int size;
    private int changes;

    public PriorityQueue() {
        this(ROOM, null);
    }

    public PriorityQueue(int capacity) {
        this(capacity, null);
    }

    public PriorityQueue(Comparator<? super E> order) {
        this(ROOM, order);
    }

    public PriorityQueue(int capacity, Comparator<? super E> order) {
        if (capacity < 1) {
            throw Failures.illegal("Illegal capacity: ", capacity);
        }
        this.order = Comparators.orNatural(order);
        items = new Object[capacity];
    }

    @SuppressWarnings("unchecked") // nothing else was put in
    private E item(int index) {
        return (E) items[index];
    }

    @Override
    public boolean add(E element) {
        return offer(element);
    }

    @Override
    public boolean offer(E element) {
        java.util.Objects.requireNonNull(element);
        if (size == 0 && Comparators.isNatural(order)) {
            Comparators.check(element);
        }
        changes++;
        if (size == items.length) {
            grow();
        }
        raise(size, element);
        size++;
        return true;
    }

    private void grow() {
        Object[] larger = new Object[(size << 1) + 2];
        System.arraycopy(items, 0, larger, 0, size);
        items = larger;
    }

    /** Puts an element at a place or above it. */
    private void raise(int place, E element) {
        int at = place;
        while (at > 0) {
            int above = at - 1 >>> 1;
            E other = item(above);
            if (order.compare(element, other) >= 0) {
                break;
            }
            items[at] = other;
            at = above;
        }
        items[at] = element;
    }

    /** Puts an element at a place or below it. */
    private void lower(int place, E element) {
        int at = place;
        while (at < size >>> 1) {
            int below = (at << 1) + 1;
            if (below + 1 < size && order.compare(item(below), item(below + 1)) > 0) {
                below++;
            }
            E other = item(below);
            if (order.compare(element, other) <= 0) {
                break;
            }
            items[at] = other;
            at = below;
        }
        items[at] = element;
    }

    @Override
    @SuppressWarnings("unchecked") // nothing else was put in
    public E peek() {
        return (E) items[0];
    }

    @Override
    public E element() {
        if (size == 0) {
            throw Failures.noSuchElement();
        }
        return item(0);
    }

    @Override
    public E poll() {
        E first = item(0);
        if (first != null) {
            changes++;
            size--;
            E last = item(size);
            items[size] = null;
            if (size > 0) {
                lower(0, last);
            }
        }
        return first;
    }

    @Override
    public E remove() {
        if (size == 0) {
            throw Failures.noSuchElement();
        }
        return poll();
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    @Override
    public boolean contains(Object element) {
        return indexOf(element) >= 0;
    }

    private int indexOf(Object element) {
        if (element != null) {
            for (int i = 0; i < size; i++) {
                if (element.equals(items[i])) {
                    return i;
                }
            }
        }
        return -1;
    }

    @Override
    public boolean remove(Object element) {
        int at = indexOf(element);
        if (at >= 0) {
            delete(at);
        }
        return at >= 0;
    }

    /** Removes the element of a place; returns the one that has come from behind to a place before it, or null. */
    private E delete(int at) {
        changes++;
        size--;
        E moved = item(size);
        items[size] = null;
        if (size == at) {
            return null;
        }
        lower(at, moved);
        if (items[at] == moved) {
            raise(at, moved);
            return items[at] == moved ? null : moved;
        }
        return null;
    }

    /** Removes exactly this object. */
    private void deleteSame(E element) {
        for (int i = 0; i < size; i++) {
            if (items[i] == element) {
                delete(i);
                return;
            }
        }
    }

    @Override
    public boolean addAll(Collection<? extends E> elements) {
        if (elements == this) {
            throw Failures.illegal("a queue cannot be added to itself: ", size);
        }
        return super.addAll(elements);
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        int expected = changes;
        boolean[] leaves = new boolean[size];
        for (int i = 0; i < leaves.length; i++) {
            leaves[i] = filter.test(item(i));
        }
        return remove(leaves, expected);
    }

    @Override
    boolean keep(Collection<?> elements, boolean those) {
        int expected = changes;
        boolean[] leaves = new boolean[size];
        for (int i = 0; i < leaves.length; i++) {
            leaves[i] = elements.contains(items[i]) != those;
        }
        return remove(leaves, expected);
    }

    private boolean remove(boolean[] leaves, int expected) {
        if (expected != changes) {
            throw Failures.changed();
        }
        int kept = 0;
        for (int i = 0; i < leaves.length; i++) {
            if (!leaves[i]) {
                items[kept] = items[i];
                kept++;
            }
        }
        if (kept == leaves.length) {
            return false;
        }
        changes++;
        Arrays.fill(items, kept, size, null);
        size = kept;
        for (int i = (size >>> 1) - 1; i >= 0; i--) {
            lower(i, item(i));
        }
        return true;
    }

    @Override
    public void clear() {
        changes++;
        if (items.length > KEPT_ROOM && size < items.length / KEPT_SHARE) {
            items = new Object[ROOM];
        } else {
            Arrays.fill(items, 0, size, null);
        }
        size = 0;
    }

    @Override
    @SuppressWarnings("unchecked") // nothing else was put in
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        int expected = changes;
        int end = size;
        Object[] all = items;
        for (int i = 0; i < end; i++) {
            action.accept((E) all[i]);
        }
        if (expected != changes) {
            throw Failures.changed();
        }
    }

    @Override
    public Iterator<E> iterator() {
        return new Cursor<>(this);
    }

    /** Goes through the array, and then through those that a removal has moved to places where it has been. */
    private static final class Cursor<E> implements Iterator<E> {
        private final PriorityQueue<E> queue;
        private int cursor;
        private int last = -1;
        private ArrayDeque<E> moved;
        private E lastMoved;
        private int changes;

        Cursor(PriorityQueue<E> queue) {
            this.queue = queue;
            this.changes = queue.changes;
        }

        @Override
        public boolean hasNext() {
            return cursor < queue.size || moved != null && !moved.isEmpty();
        }

        @Override
        public E next() {
            if (changes != queue.changes) {
                throw Failures.changed();
            }
            if (cursor < queue.size) {
                last = cursor++;
                return queue.item(last);
            }
            last = -1;
            lastMoved = moved == null ? null : moved.poll();
            if (lastMoved == null) {
                throw Failures.noSuchElement();
            }
            return lastMoved;
        }

        @Override
        public void remove() {
            if (changes != queue.changes) {
                throw Failures.changed();
            }
            if (last >= 0) {
                keep(queue.delete(last));
                last = -1;
            } else if (lastMoved != null) {
                queue.deleteSame(lastMoved);
                lastMoved = null;
            } else {
                throw Failures.noElementYet();
            }
            changes = queue.changes;
        }

        private void keep(E element) {
            if (element == null) {
                cursor--;
                return;
            }
            if (moved == null) {
                moved = new ArrayDeque<>();
            }
            moved.add(element);
        }
    }
}
