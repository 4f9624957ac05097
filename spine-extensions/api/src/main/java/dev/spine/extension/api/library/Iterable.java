package dev.spine.extension.api.library;

import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.lang.Iterable}; they may implement it. It has no {@code spliterator}.
 *
 * @param <T> elements
 */
@NullUnmarked
@SuppressWarnings("JavaLangClash") // programs name it so
public interface Iterable<T> {
    Iterator<T> iterator();

    default void forEach(Consumer<? super T> action) {
        Objects.requireNonNull(action);
        Iterator<T> each = iterator();
        while (each.hasNext()) {
            action.accept(each.next());
        }
    }
}
