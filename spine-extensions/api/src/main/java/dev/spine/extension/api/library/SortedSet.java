package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.SortedSet}. It has no sets of ranges, which are views. The card's agent.
 *
 * @param <E> elements
 */
@NullUnmarked
public interface SortedSet<E> extends Set<E>, SequencedCollection<E> {
    E first();

    E last();

    @Override
    default E getFirst() {
        return first();
    }

    @Override
    default E getLast() {
        return last();
    }

    @Override
    default E removeFirst() {
        E element = first();
        remove(element);
        return element;
    }

    @Override
    default E removeLast() {
        E element = last();
        remove(element);
        return element;
    }
}
