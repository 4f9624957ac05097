package dev.spine.extension.api.library;

import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.Iterator}; they may implement it. The card's agent.
 *
 * @param <E> elements
 */
@NullUnmarked
public interface Iterator<E> {
    boolean hasNext();

    E next();

    default void remove() {
        throw Failures.unsupported();
    }

    default void forEachRemaining(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        while (hasNext()) {
            action.accept(next());
        }
    }
}
