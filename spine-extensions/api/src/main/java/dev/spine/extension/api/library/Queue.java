package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.Queue}. The card's agent.
 *
 * @param <E> elements
 */
@NullUnmarked
public interface Queue<E> extends Collection<E> {
    @Override
    boolean add(E element);

    boolean offer(E element);

    E remove();

    E poll();

    E element();

    E peek();
}
