package dev.spine.extension.api.library;

import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.Collection}. It has no streams and no {@code spliterator}; extensions do not implement it.
 * The card's agent.
 *
 * @param <E> elements
 */
@NullUnmarked
public interface Collection<E> extends Iterable<E> {
    int size();

    boolean isEmpty();

    boolean contains(Object element);

    @Override
    Iterator<E> iterator();

    Object[] toArray();

    <T> T[] toArray(T[] array);

    default <T> T[] toArray(IntFunction<T[]> generator) {
        return toArray(generator.apply(0));
    }

    boolean add(E element);

    boolean remove(Object element);

    boolean containsAll(Collection<?> elements);

    boolean addAll(Collection<? extends E> elements);

    boolean removeAll(Collection<?> elements);

    default boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        boolean changed = false;
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            if (filter.test(each.next())) {
                each.remove();
                changed = true;
            }
        }
        return changed;
    }

    boolean retainAll(Collection<?> elements);

    void clear();

    @Override
    boolean equals(Object other);

    @Override
    int hashCode();
}
