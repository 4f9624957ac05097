package dev.spine.extension.api.library;

import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.NullUnmarked;

/** The comparators that {@link Comparator} makes. */
@NullUnmarked
final class Comparators {
    private static final Natural NATURAL = new Natural();
    private static final ReverseNatural REVERSE_NATURAL = new ReverseNatural();

    private Comparators() {}

    @SuppressWarnings("unchecked") // it casts, as the JDK's
    static <T> Comparator<T> natural() {
        return (Comparator<T>) NATURAL;
    }

    @SuppressWarnings("unchecked") // it casts, as the JDK's
    static <T> Comparator<T> reverseNatural() {
        return (Comparator<T>) REVERSE_NATURAL;
    }

    static <T> Comparator<T> orNatural(Comparator<T> order) {
        return order == null ? natural() : order;
    }

    static boolean isNatural(Comparator<?> order) {
        return order == NATURAL;
    }

    /** Fails when an object has no natural order. */
    static void check(Object object) {
        Comparable<?> comparable = (Comparable<?>) object;
        Objects.requireNonNull(comparable);
    }

    static <T> Comparator<T> reverse(Comparator<T> order) {
        if (order == NATURAL) {
            return reverseNatural();
        }
        if (order == REVERSE_NATURAL) {
            return natural();
        }
        return order instanceof Reverse<T> reverse ? reverse.order : new Reverse<>(order);
    }

    private static final class Natural implements Comparator<Object> {
        @Override
        @SuppressWarnings("unchecked") // fails as the JDK's when they cannot be compared
        public int compare(Object one, Object other) {
            return ((Comparable<Object>) one).compareTo(other);
        }
    }

    private static final class ReverseNatural implements Comparator<Object> {
        @Override
        @SuppressWarnings("unchecked") // fails as the JDK's when they cannot be compared
        public int compare(Object one, Object other) {
            return ((Comparable<Object>) other).compareTo(one);
        }
    }

    private static final class Reverse<T> implements Comparator<T> {
        private final Comparator<T> order;

        Reverse(Comparator<T> order) {
            this.order = order;
        }

        @Override
        public int compare(T one, T other) {
            return order.compare(other, one);
        }
    }

    static final class Chain<T> implements Comparator<T> {
        private final Comparator<? super T> first;
        private final Comparator<? super T> next;

        Chain(Comparator<? super T> first, Comparator<? super T> next) {
            this.first = first;
            this.next = next;
        }

        @Override
        public int compare(T one, T other) {
            int difference = first.compare(one, other);
            return difference != 0 ? difference : next.compare(one, other);
        }
    }

    static final class ByKey<T, U> implements Comparator<T> {
        private final Function<? super T, ? extends U> key;
        private final Comparator<? super U> order;

        ByKey(Function<? super T, ? extends U> key, Comparator<? super U> order) {
            this.key = key;
            this.order = order;
        }

        @Override
        public int compare(T one, T other) {
            return order.compare(key.apply(one), key.apply(other));
        }
    }

    static final class ByInt<T> implements Comparator<T> {
        private final ToIntFunction<? super T> key;

        ByInt(ToIntFunction<? super T> key) {
            this.key = key;
        }

        @Override
        public int compare(T one, T other) {
            return Integer.compare(key.applyAsInt(one), key.applyAsInt(other));
        }
    }

    static final class ByLong<T> implements Comparator<T> {
        private final ToLongFunction<? super T> key;

        ByLong(ToLongFunction<? super T> key) {
            this.key = key;
        }

        @Override
        public int compare(T one, T other) {
            return Long.compare(key.applyAsLong(one), key.applyAsLong(other));
        }
    }

    static final class ByDouble<T> implements Comparator<T> {
        private final ToDoubleFunction<? super T> key;

        ByDouble(ToDoubleFunction<? super T> key) {
            this.key = key;
        }

        @Override
        public int compare(T one, T other) {
            return Double.compare(key.applyAsDouble(one), key.applyAsDouble(other));
        }
    }
}
