package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.ListIterator}. The card's agent.
 *
 * @param <E> elements
 */
@NullUnmarked
public interface ListIterator<E> extends Iterator<E> {
    @Override
    boolean hasNext();

    @Override
    E next();

    boolean hasPrevious();

    E previous();

    int nextIndex();

    int previousIndex();

    @Override
    void remove();

    void set(E element);

    void add(E element);
}
