package dev.spine.extension.services.host.filter;

import org.jspecify.annotations.Nullable;

/** A number that a filter computes from a packet: 32 bits without sign. Two that are equal are one computation. */
sealed interface Value {
    /** The most that 32 bits hold. */
    long MAX = 0xFFFF_FFFFL;

    /** {@return a bound of what it can be, without sign} */
    long most();

    /** A number that is known while the filter is compiled. */
    record Constant(int number) implements Value {
        @Override
        public long most() {
            return number & MAX;
        }

        @Override
        public String toString() {
            return number >= 0 && number < 10 ? Integer.toString(number) : "0x" + Integer.toHexString(number);
        }
    }

    /** The bytes of the packet. */
    record Length() implements Value {
        @Override
        public long most() {
            return 1 << 20;
        }

        @Override
        public String toString() {
            return "len";
        }
    }

    /**
     * Bytes of the packet, at a place that is known or computed.
     *
     * @param base what is added to the offset, or null for nothing
     * @param offset from the MAC header, 32 bits; sums wrap as libpcap's do
     * @param size how many: 1, 2 or 4
     */
    record Load(@Nullable Value base, int offset, int size) implements Value {
        @Override
        public long most() {
            return MAX >>> 32 - size * 8;
        }

        @Override
        public String toString() {
            return "[" + (base == null ? "" : base + " + ") + Integer.toUnsignedString(offset) + (size == 1 ? "]" : ":" + size + "]");
        }
    }

    /** Two numbers and what is done with them. */
    record Operation(Operator operator, Value left, Value right) implements Value {
        @Override
        public long most() {
            long bound = switch (operator) {
                case ADD -> left.most() + right.most();
                case MULTIPLY -> right.most() == 0 || left.most() <= MAX / right.most() ? left.most() * right.most() : MAX;
                case AND -> Math.min(left.most(), right.most());
                case DIVIDE, SHIFT_RIGHT -> left.most();
                case REMAINDER -> Math.min(left.most(), Math.max(0, right.most() - 1));
                case SUBTRACT, OR, XOR, SHIFT_LEFT -> MAX;
            };
            return Math.min(bound, MAX);
        }

        @Override
        public String toString() {
            return "(" + left + " " + operator.sign() + " " + right + ")";
        }
    }

    /** {@return the result of an operation, computed now if both numbers are known} */
    static Value of(Operator operator, Value left, Value right) {
        if (left instanceof Constant first && right instanceof Constant second && !(operator.divides() && second.number() == 0)) {
            return new Constant(operator.apply(first.number(), second.number()));
        }
        if (operator == Operator.AND && right instanceof Constant mask && left.most() == (left.most() & mask.most())
            && (left.most() & left.most() + 1) == 0) {
            return left;
        }
        return new Operation(operator, left, right);
    }
}
