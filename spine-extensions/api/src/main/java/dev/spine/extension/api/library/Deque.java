package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.Deque}. The card's agent.
 *
 * @param <E> elements
 */
@NullUnmarked
public interface Deque<E> extends Queue<E>, SequencedCollection<E> {
    @Override
    void addFirst(E element);

    @Override
    void addLast(E element);

    boolean offerFirst(E element);

    boolean offerLast(E element);

    @Override
    E removeFirst();

    @Override
    E removeLast();

    E pollFirst();

    E pollLast();

    @Override
    E getFirst();

    @Override
    E getLast();

    E peekFirst();

    E peekLast();

    boolean removeFirstOccurrence(Object element);

    boolean removeLastOccurrence(Object element);

    void push(E element);

    E pop();

    Iterator<E> descendingIterator();
}
