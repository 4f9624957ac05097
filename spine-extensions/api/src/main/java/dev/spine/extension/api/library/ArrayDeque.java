package dev.spine.extension.api.library;

import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.ArrayDeque}: a ring of a power of two places, doubled when it is full, that takes no null.
 * The card's agent.
 *
 * <p>Work at the ends costs a constant amount on average, removing in between one unit for each element between it and the nearer end. A
 * queue that has used little of its room gives it back in {@code clear}.
 *
 * @param <E> elements
 */
@NullUnmarked
public final class ArrayDeque<E> extends AbstractCollection<E> implements Deque<E> {
    private static final int ROOM = 16;
    private static final int MAX_ROOM = 1 << 30;
    /** A queue keeps so much room whatever it uses of it, and more when it uses this share. */
    private static final int KEPT_ROOM = 64;
    private static final int KEPT_SHARE = 8;

    /** Its length is a power of two, and at least one place is empty. */
    private Object[] items;
    private int head;
    private int tail;

    public ArrayDeque() {
        items = new Object[ROOM];
    }

    public ArrayDeque(int elements) {
        items = new Object[room(elements)];
    }

    public ArrayDeque(Collection<? extends E> elements) {
        items = new Object[room(elements.size())];
        addAll(elements);
    }

    private static int room(int elements) {
        return elements < ROOM ? ROOM : elements < MAX_ROOM ? Integer.highestOneBit(elements) << 1 : MAX_ROOM;
    }

    // --- at the ends

    @Override
    public void addFirst(E element) {
        java.util.Objects.requireNonNull(element);
        int at = head - 1 & items.length - 1;
        items[at] = element;
        head = at;
        if (at == tail) {
            grow();
        }
    }

    @Override
    public void addLast(E element) {
        java.util.Objects.requireNonNull(element);
        int at = tail;
        items[at] = element;
        tail = at + 1 & items.length - 1;
        if (tail == head) {
            grow();
        }
    }

    /** Doubles a ring that is full. */
    private void grow() {
        int behind = items.length - head;
        Object[] larger = new Object[items.length << 1];
        System.arraycopy(items, head, larger, 0, behind);
        System.arraycopy(items, 0, larger, behind, head);
        head = 0;
        tail = items.length;
        items = larger;
    }

    @Override
    @SuppressWarnings("unchecked") // nothing else was put in
    public E pollFirst() {
        int at = head;
        E element = (E) items[at];
        if (element != null) {
            items[at] = null;
            head = at + 1 & items.length - 1;
        }
        return element;
    }

    @Override
    @SuppressWarnings("unchecked") // nothing else was put in
    public E pollLast() {
        int at = tail - 1 & items.length - 1;
        E element = (E) items[at];
        if (element != null) {
            items[at] = null;
            tail = at;
        }
        return element;
    }

    @Override
    @SuppressWarnings("unchecked") // nothing else was put in
    public E peekFirst() {
        return (E) items[head];
    }

    @Override
    @SuppressWarnings("unchecked") // nothing else was put in
    public E peekLast() {
        return (E) items[tail - 1 & items.length - 1];
    }

    private static <E> E some(E element) {
        if (element == null) {
            throw Failures.noSuchElement();
        }
        return element;
    }

    @Override
    public boolean offerFirst(E element) {
        addFirst(element);
        return true;
    }

    @Override
    public boolean offerLast(E element) {
        addLast(element);
        return true;
    }

    @Override
    public E removeFirst() {
        return some(pollFirst());
    }

    @Override
    public E removeLast() {
        return some(pollLast());
    }

    @Override
    public E getFirst() {
        return some(peekFirst());
    }

    @Override
    public E getLast() {
        return some(peekLast());
    }

    @Override
    public boolean add(E element) {
        addLast(element);
        return true;
    }

    @Override
    public boolean offer(E element) {
        addLast(element);
        return true;
    }

    @Override
    public E remove() {
        return some(pollFirst());
    }

    @Override
    public E poll() {
        return pollFirst();
    }

    @Override
    public E element() {
        return some(peekFirst());
    }

    @Override
    public E peek() {
        return peekFirst();
    }

    @Override
    public void push(E element) {
        addFirst(element);
    }

    @Override
    public E pop() {
        return some(pollFirst());
    }

    // --- in between

    @Override
    public int size() {
        return tail - head & items.length - 1;
    }

    @Override
    public boolean isEmpty() {
        return head == tail;
    }

    @Override
    public boolean contains(Object element) {
        return indexOf(element) >= 0;
    }

    private int indexOf(Object element) {
        if (element != null) {
            for (int i = head; i != tail; i = i + 1 & items.length - 1) {
                if (element.equals(items[i])) {
                    return i;
                }
            }
        }
        return -1;
    }

    @Override
    public boolean remove(Object element) {
        return removeFirstOccurrence(element);
    }

    @Override
    public boolean removeFirstOccurrence(Object element) {
        int at = indexOf(element);
        if (at >= 0) {
            delete(at);
        }
        return at >= 0;
    }

    @Override
    public boolean removeLastOccurrence(Object element) {
        if (element != null) {
            for (int i = tail; i != head; ) {
                i = i - 1 & items.length - 1;
                if (element.equals(items[i])) {
                    delete(i);
                    return true;
                }
            }
        }
        return false;
    }

    /** Removes the element of a place, and returns whether those behind it have moved. */
    private boolean delete(int at) {
        int mask = items.length - 1;
        int before = at - head & mask;
        int behind = tail - at - 1 & mask;
        if (before < behind) {
            for (int i = at; i != head; i = i - 1 & mask) {
                items[i] = items[i - 1 & mask];
            }
            items[head] = null;
            head = head + 1 & mask;
            return false;
        }
        tail = tail - 1 & mask;
        for (int i = at; i != tail; i = i + 1 & mask) {
            items[i] = items[i + 1 & mask];
        }
        items[tail] = null;
        return true;
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        boolean[] leaves = new boolean[size()];
        int end = tail;
        for (int i = 0; i < leaves.length; i++) {
            leaves[i] = filter.test(item(i));
        }
        return remove(leaves, end);
    }

    @Override
    boolean keep(Collection<?> elements, boolean those) {
        boolean[] leaves = new boolean[size()];
        int end = tail;
        for (int i = 0; i < leaves.length; i++) {
            leaves[i] = elements.contains(item(i)) != those;
        }
        return remove(leaves, end);
    }

    /** The element of this number from the first. */
    @SuppressWarnings("unchecked") // nothing else was put in
    private E item(int number) {
        return (E) items[head + number & items.length - 1];
    }

    private boolean remove(boolean[] leaves, int end) {
        if (end != tail) {
            throw Failures.changed();
        }
        int mask = items.length - 1;
        int at = head;
        for (int i = 0; i < leaves.length; i++) {
            if (!leaves[i]) {
                items[at] = item(i);
                at = at + 1 & mask;
            }
        }
        boolean changed = at != tail;
        while (at != tail) {
            tail = tail - 1 & mask;
            items[tail] = null;
        }
        return changed;
    }

    @Override
    public void clear() {
        int size = size();
        if (items.length > KEPT_ROOM && size < items.length / KEPT_SHARE) {
            items = new Object[ROOM];
        } else {
            for (int i = 0; i < size; i++) {
                items[head + i & items.length - 1] = null;
            }
        }
        head = 0;
        tail = 0;
    }

    // --- all of them

    @Override
    @SuppressWarnings("unchecked") // nothing else was put in
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        int end = tail;
        Object[] all = items;
        for (int i = head; i != end; i = i + 1 & all.length - 1) {
            action.accept((E) all[i]);
        }
        if (end != tail) {
            throw Failures.changed();
        }
    }

    @Override
    public Iterator<E> iterator() {
        return new Cursor<>(this, head, 1);
    }

    @Override
    public Iterator<E> descendingIterator() {
        return new Cursor<>(this, tail - 1, -1);
    }

    /** Goes through the elements that are there at its beginning; fails when it finds an empty place. */
    private static final class Cursor<E> implements Iterator<E> {
        private final ArrayDeque<E> queue;
        private final int step;
        private int cursor;
        private int left;
        private int last = -1;

        Cursor(ArrayDeque<E> queue, int cursor, int step) {
            this.queue = queue;
            this.cursor = cursor;
            this.step = step;
            this.left = queue.size();
        }

        @Override
        public boolean hasNext() {
            return left > 0;
        }

        @Override
        @SuppressWarnings("unchecked") // nothing else was put in
        public E next() {
            if (left <= 0) {
                throw Failures.noSuchElement();
            }
            int at = cursor & queue.items.length - 1;
            E element = (E) queue.items[at];
            if (element == null) {
                throw Failures.changed();
            }
            last = at;
            cursor = at + step;
            left--;
            return element;
        }

        @Override
        public void remove() {
            if (last < 0) {
                throw Failures.noElementYet();
            }
            boolean behind = queue.delete(last & queue.items.length - 1);
            if (behind == step > 0) {
                cursor -= step;
            }
            last = -1;
        }
    }
}
