package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.SequencedCollection}. It has no {@code reversed}. The card's agent.
 *
 * @param <E> elements
 */
@NullUnmarked
public interface SequencedCollection<E> extends Collection<E> {
    default void addFirst(E element) {
        throw Failures.unsupported();
    }

    default void addLast(E element) {
        throw Failures.unsupported();
    }

    default E getFirst() {
        return iterator().next();
    }

    E getLast();

    default E removeFirst() {
        Iterator<E> each = iterator();
        E element = each.next();
        each.remove();
        return element;
    }

    E removeLast();
}
