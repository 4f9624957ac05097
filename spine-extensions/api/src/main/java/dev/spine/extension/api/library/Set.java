package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.Set}. What {@code of} and {@code copyOf} make keeps the order in which the elements were given;
 * the JDK's has another one on each start. The card's agent.
 *
 * @param <E> elements
 */
@NullUnmarked
public interface Set<E> extends Collection<E> {
    static <E> Set<E> of() {
        return new ReadOnlyCollection.FixedSet<>(new Object[] {});
    }

    static <E> Set<E> of(E e1) {
        return new ReadOnlyCollection.FixedSet<>(new Object[] {e1});
    }

    static <E> Set<E> of(E e1, E e2) {
        return new ReadOnlyCollection.FixedSet<>(new Object[] {e1, e2});
    }

    static <E> Set<E> of(E e1, E e2, E e3) {
        return new ReadOnlyCollection.FixedSet<>(new Object[] {e1, e2, e3});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4) {
        return new ReadOnlyCollection.FixedSet<>(new Object[] {e1, e2, e3, e4});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5) {
        return new ReadOnlyCollection.FixedSet<>(new Object[] {e1, e2, e3, e4, e5});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6) {
        return new ReadOnlyCollection.FixedSet<>(new Object[] {e1, e2, e3, e4, e5, e6});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7) {
        return new ReadOnlyCollection.FixedSet<>(new Object[] {e1, e2, e3, e4, e5, e6, e7});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8) {
        return new ReadOnlyCollection.FixedSet<>(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9) {
        return new ReadOnlyCollection.FixedSet<>(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8, e9});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9, E e10) {
        return new ReadOnlyCollection.FixedSet<>(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8, e9, e10});
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // read only
    static <E> Set<E> of(E... elements) {
        return new ReadOnlyCollection.FixedSet<>(elements);
    }

    @SuppressWarnings("unchecked") // nobody puts anything in
    static <E> Set<E> copyOf(Collection<? extends E> elements) {
        if (elements instanceof ReadOnlyCollection.FixedSet) {
            return (Set<E>) elements;
        }
        return new ReadOnlyCollection.FixedSet<>(new HashSet<>(elements).toArray());
    }
}
