package dev.spine.extension.services.host.filter;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a packet where so many comparisons have been made. Never changed.
 *
 * @param known what each number can still be
 */
record Facts(Map<Value, Range> known) {
    /** Nothing is known. */
    static final Facts NONE = new Facts(Map.of());

    /** What a number can be: from the least to the most without sign, except some. */
    record Range(long least, long most, Set<Integer> not) {
        private static final Range ANY = new Range(0, Value.MAX, Set.of());

        private @Nullable Boolean outcome(Comparison comparison, int number) {
            long other = number & Value.MAX;
            return switch (comparison) {
                case EQUAL -> least == most && least == other ? Boolean.TRUE
                    : other < least || other > most || not.contains(number) ? Boolean.FALSE : null;
                case GREATER -> least > other ? Boolean.TRUE : most <= other ? Boolean.FALSE : null;
                case NOT_LESS -> least >= other ? Boolean.TRUE : most < other ? Boolean.FALSE : null;
                case DIFFERENT, NOT_GREATER, LESS -> {
                    Boolean opposite = outcome(comparison.opposite(), number);
                    yield opposite == null ? null : (Boolean) !opposite;
                }
            };
        }

        private Range when(Comparison comparison, int number) {
            long other = number & Value.MAX;
            return switch (comparison) {
                case EQUAL -> new Range(other, other, Set.of());
                case DIFFERENT -> {
                    Set<Integer> more = new HashSet<>(not);
                    more.add(number);
                    yield new Range(least, most, Set.copyOf(more));
                }
                case GREATER -> new Range(Math.max(least, other + 1), most, not);
                case NOT_GREATER -> new Range(least, Math.min(most, other), not);
                case NOT_LESS -> new Range(Math.max(least, other), most, not);
                case LESS -> new Range(least, Math.min(most, other - 1), not);
            };
        }
    }

    /** {@return whether a comparison holds, null when that is not known} */
    @Nullable Boolean outcome(Condition.Test test) {
        Integer right = number(test.right());
        if (right == null) {
            return null;
        }
        Integer left = number(test.left());
        if (left != null) {
            return test.comparison().holds(left, right);
        }
        Range range = known.get(test.left());
        return range == null ? null : range.outcome(test.comparison(), right);
    }

    /** The number, if it is known. */
    private @Nullable Integer number(Value value) {
        if (value instanceof Value.Constant constant) {
            return constant.number();
        }
        Range range = known.get(value);
        if (range != null && range.least() == range.most()) {
            return (int) range.least();
        }
        if (value instanceof Value.Operation operation) {
            Integer left = number(operation.left());
            Integer right = number(operation.right());
            if (left != null && right != null && !(operation.operator().divides() && right == 0)) {
                return operation.operator().apply(left, right);
            }
        }
        return null;
    }

    /** {@return what is known when a comparison holds, too} */
    Facts when(Condition.Test test) {
        Integer right = number(test.right());
        if (right == null || test.left() instanceof Value.Constant) {
            return this;
        }
        Map<Value, Range> more = new HashMap<>(known);
        more.put(test.left(), more.getOrDefault(test.left(), Range.ANY).when(test.comparison(), right));
        return new Facts(Map.copyOf(more));
    }

    /** {@return what is known of some numbers} */
    Facts about(Predicate<Value> which) {
        Map<Value, Range> rest = new HashMap<>(known);
        rest.keySet().removeIf(which.negate());
        return rest.size() == known.size() ? this : new Facts(Map.copyOf(rest));
    }
}
