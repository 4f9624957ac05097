package dev.spine.extension.api.library;

import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.PrimitiveIterator}: of the JDK's three kinds the one of ints, which they may implement.
 *
 * @param <T> bus agents
 * @param <C> consumer of what is in them
 */
@NullUnmarked
public interface PrimitiveIterator<T, C> extends Iterator<T> {
    void forEachRemaining(C action);

    /** Of ints. */
    @SuppressWarnings("overloads") // as the JDK has them
    interface OfInt extends PrimitiveIterator<Integer, IntConsumer> {
        int nextInt();

        @Override
        default Integer next() {
            return nextInt();
        }

        @Override
        default void forEachRemaining(IntConsumer action) {
            Objects.requireNonNull(action);
            while (hasNext()) {
                action.accept(nextInt());
            }
        }

        @Override
        default void forEachRemaining(Consumer<? super Integer> action) {
            Objects.requireNonNull(action);
            while (hasNext()) {
                action.accept(nextInt());
            }
        }
    }
}
