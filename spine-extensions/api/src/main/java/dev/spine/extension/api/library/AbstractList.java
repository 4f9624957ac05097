package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/**
 * What a list can do with {@code get} and {@code size}; one whose size never changes. Compilers name it where a variable may hold either
 * of two classes. The card's agent.
 *
 * @param <E> elements
 */
@NullUnmarked
public abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {
    AbstractList() {}

    @Override
    public boolean add(E element) {
        add(size(), element);
        return true;
    }

    @Override
    public E set(int index, E element) {
        throw Failures.unsupported();
    }

    @Override
    public void add(int index, E element) {
        throw Failures.unsupported();
    }

    @Override
    public E remove(int index) {
        throw Failures.unsupported();
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> elements) {
        if (index < 0 || index > size()) {
            throw Failures.index(index, size());
        }
        int at = index;
        Iterator<? extends E> each = elements.iterator();
        while (each.hasNext()) {
            add(at++, each.next());
        }
        return at > index;
    }

    @Override
    public boolean contains(Object element) {
        return indexOf(element) >= 0;
    }

    @Override
    public int indexOf(Object element) {
        int size = size();
        for (int i = 0; i < size; i++) {
            if (Objects.equals(element, get(i))) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int lastIndexOf(Object element) {
        for (int i = size() - 1; i >= 0; i--) {
            if (Objects.equals(element, get(i))) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public Iterator<E> iterator() {
        return new Cursor<>(this, 0);
    }

    @Override
    public ListIterator<E> listIterator() {
        return listIterator(0);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        if (index < 0 || index > size()) {
            throw Failures.index(index, size());
        }
        return new Cursor<>(this, index);
    }

    /** How often elements came or went: 0 in a list whose size never changes. */
    int changes() {
        return 0;
    }

    @Override
    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        if (!(other instanceof List)) {
            return false;
        }
        Iterator<E> each = iterator();
        Iterator<?> theirs = ((List<?>) other).iterator();
        while (each.hasNext() && theirs.hasNext()) {
            if (!Objects.equals(each.next(), theirs.next())) {
                return false;
            }
        }
        return !each.hasNext() && !theirs.hasNext();
    }

    @Override
    public int hashCode() {
        int hash = 1;
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            hash = 31 * hash + Objects.hashCode(each.next());
        }
        return hash;
    }

    /** Goes through a list by index, and fails when the list was changed by others. */
    private static final class Cursor<E> implements ListIterator<E> {
        private final AbstractList<E> list;
        private int cursor;
        private int last = -1;
        private int changes;

        Cursor(AbstractList<E> list, int index) {
            this.list = list;
            this.cursor = index;
            this.changes = list.changes();
        }

        @Override
        public boolean hasNext() {
            return cursor != list.size();
        }

        @Override
        public E next() {
            if (changes != list.changes()) {
                throw Failures.changed();
            }
            int at = cursor;
            if (at >= list.size()) {
                throw Failures.noSuchElement();
            }
            cursor = at + 1;
            last = at;
            return list.get(at);
        }

        @Override
        public boolean hasPrevious() {
            return cursor != 0;
        }

        @Override
        public E previous() {
            if (changes != list.changes()) {
                throw Failures.changed();
            }
            int at = cursor - 1;
            if (at < 0) {
                throw Failures.noSuchElement();
            }
            cursor = at;
            last = at;
            return list.get(at);
        }

        @Override
        public int nextIndex() {
            return cursor;
        }

        @Override
        public int previousIndex() {
            return cursor - 1;
        }

        @Override
        public void remove() {
            check();
            list.remove(last);
            cursor = last;
            last = -1;
            changes = list.changes();
        }

        @Override
        public void set(E element) {
            check();
            list.set(last, element);
        }

        @Override
        public void add(E element) {
            if (changes != list.changes()) {
                throw Failures.changed();
            }
            list.add(cursor, element);
            cursor++;
            last = -1;
            changes = list.changes();
        }

        private void check() {
            if (last < 0) {
                throw Failures.noElementYet();
            }
            if (changes != list.changes()) {
                throw Failures.changed();
            }
        }
    }
}
