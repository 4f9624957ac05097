package dev.spine.extension.panic.host.language;

import java.util.OptionalInt;

/** Finds out what an expression is before the program runs. Stateless. Any thread. */
public final class ConstantValue {
    private ConstantValue() {}

    /**
     * {@return its value; empty when that depends on the run, or is a fault}
     *
     * @param expression what is looked at
     */
    public static OptionalInt of(Expression expression) {
        return switch (expression) {
            case Expression.Constant constant -> OptionalInt.of(constant.value());
            case Expression.Negative negative -> {
                OptionalInt value = of(negative.value());
                yield value.isPresent() ? OptionalInt.of(-value.getAsInt()) : value;
            }
            case Expression.Pair pair -> {
                OptionalInt left = of(pair.left());
                OptionalInt right = of(pair.right());
                yield left.isPresent() && right.isPresent() ? of(pair.operator(), left.getAsInt(), right.getAsInt()) : OptionalInt.empty();
            }
            default -> OptionalInt.empty();
        };
    }

    private static OptionalInt of(Expression.Operator operator, int left, int right) {
        return switch (operator) {
            case PLUS -> OptionalInt.of(left + right);
            case MINUS -> OptionalInt.of(left - right);
            case TIMES -> OptionalInt.of(left * right);
            case DIVIDED -> right == 0 ? OptionalInt.empty() : OptionalInt.of(left / right);
            case REMAINDER -> right == 0 ? OptionalInt.empty() : OptionalInt.of(left % right);
            default -> OptionalInt.empty();
        };
    }
}
