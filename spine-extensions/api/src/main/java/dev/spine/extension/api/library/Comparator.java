package dev.spine.extension.api.library;

import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.Comparator}; they may implement it. It has no {@code nullsFirst} and {@code nullsLast}.
 *
 * @param <T> what is compared
 */
@NullUnmarked
@FunctionalInterface
@SuppressWarnings("overloads") // as the JDK has them
public interface Comparator<T> {
    int compare(T one, T other);

    @Override
    boolean equals(Object other);

    default Comparator<T> reversed() {
        return Comparators.reverse(this);
    }

    default Comparator<T> thenComparing(Comparator<? super T> next) {
        return new Comparators.Chain<>(this, Objects.requireNonNull(next));
    }

    default <U> Comparator<T> thenComparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
        return thenComparing(comparing(key, order));
    }

    default <U extends Comparable<? super U>> Comparator<T> thenComparing(Function<? super T, ? extends U> key) {
        return thenComparing(comparing(key));
    }

    default Comparator<T> thenComparingInt(ToIntFunction<? super T> key) {
        return thenComparing(comparingInt(key));
    }

    default Comparator<T> thenComparingLong(ToLongFunction<? super T> key) {
        return thenComparing(comparingLong(key));
    }

    default Comparator<T> thenComparingDouble(ToDoubleFunction<? super T> key) {
        return thenComparing(comparingDouble(key));
    }

    static <T extends Comparable<? super T>> Comparator<T> naturalOrder() {
        return Comparators.natural();
    }

    static <T extends Comparable<? super T>> Comparator<T> reverseOrder() {
        return Comparators.reverseNatural();
    }

    static <T, U> Comparator<T> comparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
        return new Comparators.ByKey<>(Objects.requireNonNull(key), Objects.requireNonNull(order));
    }

    static <T, U extends Comparable<? super U>> Comparator<T> comparing(Function<? super T, ? extends U> key) {
        return new Comparators.ByKey<T, U>(Objects.requireNonNull(key), Comparators.natural());
    }

    static <T> Comparator<T> comparingInt(ToIntFunction<? super T> key) {
        return new Comparators.ByInt<>(Objects.requireNonNull(key));
    }

    static <T> Comparator<T> comparingLong(ToLongFunction<? super T> key) {
        return new Comparators.ByLong<>(Objects.requireNonNull(key));
    }

    static <T> Comparator<T> comparingDouble(ToDoubleFunction<? super T> key) {
        return new Comparators.ByDouble<>(Objects.requireNonNull(key));
    }
}
