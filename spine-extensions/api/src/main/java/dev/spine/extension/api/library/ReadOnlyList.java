package dev.spine.extension.api.library;

import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;

/** A list that refuses every change. */
@NullUnmarked
abstract class ReadOnlyList<E> extends AbstractList<E> {
    @Override
    public final boolean add(E element) {
        throw Failures.unsupported();
    }

    @Override
    public final boolean remove(Object element) {
        throw Failures.unsupported();
    }

    @Override
    public final boolean addAll(Collection<? extends E> elements) {
        throw Failures.unsupported();
    }

    @Override
    public final boolean addAll(int index, Collection<? extends E> elements) {
        throw Failures.unsupported();
    }

    @Override
    public final boolean removeAll(Collection<?> elements) {
        throw Failures.unsupported();
    }

    @Override
    public final boolean removeIf(Predicate<? super E> filter) {
        throw Failures.unsupported();
    }

    @Override
    public final boolean retainAll(Collection<?> elements) {
        throw Failures.unsupported();
    }

    @Override
    public final void replaceAll(UnaryOperator<E> operator) {
        throw Failures.unsupported();
    }

    @Override
    public final void sort(Comparator<? super E> order) {
        throw Failures.unsupported();
    }

    @Override
    public final void clear() {
        throw Failures.unsupported();
    }

    /** Shows another list. */
    static final class Of<E> extends ReadOnlyList<E> {
        private final List<? extends E> shown;

        Of(List<? extends E> shown) {
            this.shown = Objects.requireNonNull(shown);
        }

        @Override
        public int size() {
            return shown.size();
        }

        @Override
        public E get(int index) {
            return shown.get(index);
        }

        @Override
        public int indexOf(Object element) {
            return shown.indexOf(element);
        }

        @Override
        public int lastIndexOf(Object element) {
            return shown.lastIndexOf(element);
        }

        @Override
        public Iterator<E> iterator() {
            return new ReadOnlyIterator<>(shown.iterator());
        }

        @Override
        public ListIterator<E> listIterator(int index) {
            return new ReadOnlyIterator<>(shown.listIterator(index));
        }

        @Override
        public void forEach(Consumer<? super E> action) {
            shown.forEach(action);
        }

        @Override
        public Object[] toArray() {
            return shown.toArray();
        }

        @Override
        public <T> T[] toArray(T[] array) {
            return shown.toArray(array);
        }

        @Override
        public boolean equals(Object other) {
            return other == this || shown.equals(other);
        }

        @Override
        public int hashCode() {
            return shown.hashCode();
        }

        @Override
        public String toString() {
            return shown.toString();
        }
    }

    /** What {@code List.of} makes. */
    static final class Fixed<E> extends ReadOnlyList<E> {
        private final Object[] items;

        /** Keeps the array. */
        Fixed(Object[] items) {
            this.items = checked(items);
        }

        private static Object[] checked(Object[] items) {
            for (int i = 0; i < items.length; i++) {
                java.util.Objects.requireNonNull(items[i]);
            }
            return items;
        }

        @Override
        public int size() {
            return items.length;
        }

        @Override
        @SuppressWarnings("unchecked") // nothing else was put in
        public E get(int index) {
            return (E) items[index];
        }

        @Override
        public int indexOf(Object element) {
            return super.indexOf(Objects.requireNonNull(element));
        }

        @Override
        public int lastIndexOf(Object element) {
            return super.lastIndexOf(Objects.requireNonNull(element));
        }

        @Override
        public ListIterator<E> listIterator(int index) {
            return new ReadOnlyIterator<>(super.listIterator(index));
        }

        @Override
        public E removeFirst() {
            throw Failures.unsupported();
        }

        @Override
        public E removeLast() {
            throw Failures.unsupported();
        }
    }
}
