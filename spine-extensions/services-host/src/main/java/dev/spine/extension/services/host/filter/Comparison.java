package dev.spine.extension.services.host.filter;

/** How two numbers without sign are compared. Any thread. */
public enum Comparison {
    /** The same. */
    EQUAL("="),
    /** Not the same. */
    DIFFERENT("!="),
    /** The first is larger. */
    GREATER(">"),
    /** The first is not larger. */
    NOT_GREATER("<="),
    /** The first is not smaller. */
    NOT_LESS(">="),
    /** The first is smaller. */
    LESS("<");

    private final String sign;

    Comparison(String sign) {
        this.sign = sign;
    }

    /** {@return how it is written} */
    public String sign() {
        return sign;
    }

    /** {@return the comparison that holds when this one does not} */
    public Comparison opposite() {
        return switch (this) {
            case EQUAL -> DIFFERENT;
            case DIFFERENT -> EQUAL;
            case GREATER -> NOT_GREATER;
            case NOT_GREATER -> GREATER;
            case NOT_LESS -> LESS;
            case LESS -> NOT_LESS;
        };
    }

    /**
     * {@return whether it holds}
     *
     * @param left the first number
     * @param right the second number
     */
    public boolean holds(int left, int right) {
        int order = Integer.compareUnsigned(left, right);
        return switch (this) {
            case EQUAL -> order == 0;
            case DIFFERENT -> order != 0;
            case GREATER -> order > 0;
            case NOT_GREATER -> order <= 0;
            case NOT_LESS -> order >= 0;
            case LESS -> order < 0;
        };
    }
}
