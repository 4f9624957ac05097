package dev.spine.extension.api.library;

import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What takes the place of the methods of {@code Function} and {@code UnaryOperator} that have code of their own. A composed function is an
 * object that calls two others, so a deep one takes stack like any recursion. Any thread.
 */
public final class Functions {
    private Functions() {}

    /** Returns its argument. */
    private static final class Identity implements UnaryOperator<Object> {
        Identity() {}

        @Override
        public Object apply(Object value) {
            return value;
        }
    }

    /** One function after another. */
    private static final class Chain<A, B, C> implements Function<A, C> {
        private final Function<? super A, ? extends B> first;
        private final Function<? super B, ? extends C> second;

        Chain(Function<? super A, ? extends B> first, Function<? super B, ? extends C> second) {
            this.first = java.util.Objects.requireNonNull(first);
            this.second = java.util.Objects.requireNonNull(second);
        }

        @Override
        public C apply(A value) {
            return second.apply(first.apply(value));
        }
    }

    /**
     * {@return a function that returns its argument}
     *
     * @param <T> of what
     */
    public static <T> Function<T, T> identity() {
        return operator();
    }

    /**
     * {@return an operator that returns its argument}
     *
     * @param <T> of what
     */
    @SuppressWarnings("unchecked") // what it returns is what it got
    public static <T> UnaryOperator<T> operator() {
        return (UnaryOperator<T>) new Identity();
    }

    /**
     * {@return a function that applies one and then another}
     *
     * @param <A> what the first takes
     * @param <B> what it gives to the second
     * @param <C> what that gives
     * @param first which comes first
     * @param second which takes what that gives
     * @throws NullPointerException when one is null
     */
    public static <A, B, C> Function<A, C> andThen(Function<A, B> first, Function<? super B, ? extends C> second) {
        return new Chain<>(first, second);
    }

    /**
     * {@return a function that applies another one before it}
     *
     * @param <A> what the other takes
     * @param <B> what it gives to the first
     * @param <C> what that gives
     * @param first which comes last
     * @param before which comes before it
     * @throws NullPointerException when one is null
     */
    public static <A, B, C> Function<A, C> compose(Function<B, C> first, Function<? super A, ? extends B> before) {
        return new Chain<>(before, first);
    }
}
