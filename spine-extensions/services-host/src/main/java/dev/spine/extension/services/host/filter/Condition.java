package dev.spine.extension.services.host.filter;

/** What an expression means: comparisons of computed numbers, in the order in which they are made. Negations are in the comparisons. */
sealed interface Condition {
    /** It always holds. */
    Condition ALWAYS = new Known(Boolean.TRUE);
    /** It never holds. */
    Condition NEVER = new Known(Boolean.FALSE);

    /** Nothing needs to be looked at. */
    record Known(Boolean outcome) implements Condition {}

    /** A comparison; both numbers are computed first, and if one cannot be, the expression is false. */
    record Test(Value left, Comparison comparison, Value right) implements Condition {
        @Override
        public String toString() {
            return left + " " + comparison.sign() + " " + right;
        }
    }

    /** Both hold; the second is looked at when the first holds. */
    record And(Condition left, Condition right) implements Condition {}

    /** One holds; the second is looked at when the first does not hold. */
    record Or(Condition left, Condition right) implements Condition {}

    /** {@return what holds when another condition does not, made of the same comparisons in the same order} */
    static Condition not(Condition of) {
        return switch (of) {
            case Known known -> known.outcome() ? NEVER : ALWAYS;
            case Test test -> new Test(test.left(), test.comparison().opposite(), test.right());
            case And and -> new Or(not(and.left()), not(and.right()));
            case Or or -> new And(not(or.left()), not(or.right()));
        };
    }
}
