package dev.spine.extension.services.host.filter;

/** What arithmetic of expressions knows. All of it is on 32 bits without sign. Any thread. */
public enum Operator {
    /** Sum. */
    ADD("+"),
    /** Difference. */
    SUBTRACT("-"),
    /** Product. */
    MULTIPLY("*"),
    /** Quotient. */
    DIVIDE("/"),
    /** Remainder. */
    REMAINDER("%"),
    /** Bits of both. */
    AND("&"),
    /** Bits of either. */
    OR("|"),
    /** Bits of one of the two. */
    XOR("^"),
    /** Shift to the left; by 32 or more it is 0. */
    SHIFT_LEFT("<<"),
    /** Shift to the right; by 32 or more it is 0. */
    SHIFT_RIGHT(">>");

    private final String sign;

    Operator(String sign) {
        this.sign = sign;
    }

    /** {@return how it is written} */
    public String sign() {
        return sign;
    }

    /** {@return whether it has no result when its second number is 0} */
    public boolean divides() {
        return this == DIVIDE || this == REMAINDER;
    }

    /**
     * {@return the result}
     *
     * @param left the first number
     * @param right the second; not 0 for what divides
     */
    public int apply(int left, int right) {
        return switch (this) {
            case ADD -> left + right;
            case SUBTRACT -> left - right;
            case MULTIPLY -> left * right;
            case DIVIDE -> Integer.divideUnsigned(left, right);
            case REMAINDER -> Integer.remainderUnsigned(left, right);
            case AND -> left & right;
            case OR -> left | right;
            case XOR -> left ^ right;
            case SHIFT_LEFT -> Integer.compareUnsigned(right, 32) < 0 ? left << right : 0;
            case SHIFT_RIGHT -> Integer.compareUnsigned(right, 32) < 0 ? left >>> right : 0;
        };
    }
}
