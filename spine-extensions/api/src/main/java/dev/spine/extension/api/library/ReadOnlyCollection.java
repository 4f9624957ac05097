package dev.spine.extension.api.library;

import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.NullUnmarked;

/** Shows another collection and refuses every change. */
@NullUnmarked
class ReadOnlyCollection<E> extends AbstractCollection<E> {
    final Collection<? extends E> shown;

    ReadOnlyCollection(Collection<? extends E> shown) {
        this.shown = Objects.requireNonNull(shown);
    }

    @Override
    public final int size() {
        return shown.size();
    }

    @Override
    public final boolean isEmpty() {
        return shown.isEmpty();
    }

    @Override
    public boolean contains(Object element) {
        return shown.contains(element);
    }

    @Override
    public Iterator<E> iterator() {
        return new ReadOnlyIterator<>(shown.iterator());
    }

    @Override
    public final void forEach(Consumer<? super E> action) {
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
    public final String toString() {
        return shown.toString();
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
    public final void clear() {
        throw Failures.unsupported();
    }

    /** Shows another set and refuses every change. */
    static class OfSet<E> extends ReadOnlyCollection<E> implements Set<E> {
        OfSet(Set<? extends E> shown) {
            super(shown);
        }

        @Override
        public final boolean equals(Object other) {
            return other == this || shown.equals(other);
        }

        @Override
        public final int hashCode() {
            return shown.hashCode();
        }
    }

    /** What {@code Set.of} makes. */
    static final class FixedSet<E> extends OfSet<E> {
        FixedSet(Object[] elements) {
            super(set(elements));
        }

        /** Of a set that nobody changes any more. */
        FixedSet(Set<? extends E> shown) {
            super(shown);
        }

        @SuppressWarnings("unchecked") // they were given as such
        private static <E> Set<E> set(Object[] elements) {
            HashSet<E> set = new HashSet<>(elements.length + (elements.length >> 1));
            for (int i = 0; i < elements.length; i++) {
                if (!set.add((E) Objects.requireNonNull(elements[i]))) {
                    throw Failures.illegal("duplicate element: ", elements[i]);
                }
            }
            return set;
        }

        @Override
        public boolean contains(Object element) {
            return super.contains(Objects.requireNonNull(element));
        }
    }
}
