package dev.spine.extension.api.library;

import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.ArrayList}. The card's agent.
 *
 * <p>It has room for 10 elements when it is made without a capacity, and grows by half; adding at the end costs a constant amount on
 * average, adding and removing elsewhere one unit for each element behind. A list that has used little of its room gives it back in
 * {@code clear}. When the function that {@code removeAll} or {@code removeIf} calls fails, nothing was removed.
 *
 * @param <E> elements
 */
@NullUnmarked
public final class ArrayList<E> extends AbstractList<E> {
    private static final int ROOM = 10;
    /** A list keeps so much room whatever it uses of it, and more when it uses this share. */
    private static final int KEPT_ROOM = 64;
    private static final int KEPT_SHARE = 8;

    private Object[] items;
    private int size;
    private int changes;

    public ArrayList() {
        items = new Object[ROOM];
    }

    public ArrayList(int capacity) {
        if (capacity < 0) {
            throw Failures.illegal("Illegal Capacity: ", capacity);
        }
        items = new Object[capacity];
    }

    public ArrayList(Collection<? extends E> elements) {
        items = elements.toArray();
        size = items.length;
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
    int changes() {
        return changes;
    }

    @SuppressWarnings("unchecked") // nothing else was put in
    private E item(int index) {
        return (E) items[index];
    }

    @Override
    @SuppressWarnings("unchecked") // nothing else was put in
    public E get(int index) {
        // Here and below, because a call of another class has its own charges.
        if (index < 0 || index >= size) {
            throw Failures.bounds(index, size);
        }
        return (E) items[index];
    }

    @Override
    @SuppressWarnings("unchecked") // nothing else was put in
    public E set(int index, E element) {
        if (index < 0 || index >= size) {
            throw Failures.bounds(index, size);
        }
        E before = (E) items[index];
        items[index] = element;
        return before;
    }

    @Override
    public boolean add(E element) {
        int at = size;
        changes++;
        if (at == items.length) {
            grow(1);
        }
        items[at] = element;
        size = at + 1;
        return true;
    }

    @Override
    public void add(int index, E element) {
        open(index, 1);
        items[index] = element;
    }

    /** Makes place for so many elements before one. */
    private void open(int index, int added) {
        if (index < 0 || index > size) {
            throw Failures.index(index, size);
        }
        changes++;
        if (added > items.length - size) {
            grow(added);
        }
        System.arraycopy(items, index, items, index + added, size - index);
        size += added;
    }

    private void grow(int added) {
        Object[] larger = new Object[Math.max(Math.max(size + added, size + (size >> 1)), ROOM)];
        System.arraycopy(items, 0, larger, 0, size);
        items = larger;
    }

    @Override
    public E remove(int index) {
        if (index < 0 || index >= size) {
            throw Failures.bounds(index, size);
        }
        E before = item(index);
        close(index, index + 1);
        return before;
    }

    @Override
    public boolean remove(Object element) {
        int index = indexOf(element);
        if (index < 0) {
            return false;
        }
        close(index, index + 1);
        return true;
    }

    /** Removes the elements from one to before another. */
    private void close(int from, int to) {
        changes++;
        System.arraycopy(items, to, items, from, size - to);
        int left = size - (to - from);
        while (size > left) {
            items[--size] = null;
        }
    }

    @Override
    public boolean addAll(Collection<? extends E> elements) {
        return addAll(size, elements);
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> elements) {
        if (index < 0 || index > size) {
            throw Failures.index(index, size);
        }
        Object[] added = elements.toArray();
        open(index, added.length);
        System.arraycopy(added, 0, items, index, added.length);
        return added.length != 0;
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
    public int indexOf(Object element) {
        for (int i = 0; i < size; i++) {
            if (element == null ? items[i] == null : element.equals(items[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int lastIndexOf(Object element) {
        for (int i = size - 1; i >= 0; i--) {
            if (element == null ? items[i] == null : element.equals(items[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        int expected = changes;
        boolean[] leaves = new boolean[size];
        for (int i = 0; i < leaves.length && expected == changes; i++) {
            leaves[i] = filter.test(item(i));
        }
        return remove(leaves, expected);
    }

    @Override
    boolean keep(Collection<?> elements, boolean those) {
        int expected = changes;
        boolean[] leaves = new boolean[size];
        for (int i = 0; i < leaves.length && expected == changes; i++) {
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
        close(kept, size);
        return true;
    }

    @Override
    public void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        int expected = changes;
        int end = size;
        for (int i = 0; i < end && expected == changes; i++) {
            items[i] = operator.apply(item(i));
        }
        changed(expected);
    }

    @Override
    public void sort(Comparator<? super E> order) {
        int expected = changes;
        MergeSort.sort(items, 0, size, order);
        changed(expected);
    }

    private void changed(int expected) {
        if (expected != changes) {
            throw Failures.changed();
        }
        changes++;
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        int expected = changes;
        int end = size;
        for (int i = 0; i < end && expected == changes; i++) {
            action.accept(item(i));
        }
        if (expected != changes) {
            throw Failures.changed();
        }
    }

    @Override
    public Object[] toArray() {
        Object[] array = new Object[size];
        System.arraycopy(items, 0, array, 0, size);
        return array;
    }

    @Override
    public <T> T[] toArray(T[] array) {
        T[] into = array.length < size ? java.util.Arrays.copyOf(array, size) : array;
        System.arraycopy(items, 0, into, 0, size);
        if (into.length > size) {
            into[size] = null;
        }
        return into;
    }

    @Override
    public Iterator<E> iterator() {
        return new Cursor<>(this);
    }

    /** The iterator of most loops. */
    private static final class Cursor<E> implements Iterator<E> {
        private final ArrayList<E> list;
        private int cursor;
        private int last = -1;
        private int changes;

        Cursor(ArrayList<E> list) {
            this.list = list;
            this.changes = list.changes;
        }

        @Override
        public boolean hasNext() {
            return cursor != list.size;
        }

        @Override
        @SuppressWarnings("unchecked") // nothing else was put in
        public E next() {
            if (changes != list.changes) {
                throw Failures.changed();
            }
            int at = cursor;
            if (at >= list.size) {
                throw Failures.noSuchElement();
            }
            cursor = at + 1;
            last = at;
            return (E) list.items[at];
        }

        @Override
        public void remove() {
            if (last < 0) {
                throw Failures.noElementYet();
            }
            if (changes != list.changes) {
                throw Failures.changed();
            }
            list.close(last, last + 1);
            cursor = last;
            last = -1;
            changes = list.changes;
        }
    }
}
