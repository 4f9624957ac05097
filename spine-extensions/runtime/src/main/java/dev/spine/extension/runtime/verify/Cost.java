package dev.spine.extension.runtime.verify;

import java.util.ArrayList;
import java.util.List;

/**
 * What a call takes: a constant, plus terms that grow with the sizes of its operands. Any thread.
 *
 * @param constant what it always takes, at least 0
 * @param terms what depends on sizes; empty when nothing does
 */
public record Cost(int constant, List<Term> terms) {
    /** Takes nothing. */
    public static final Cost NOTHING = new Cost(0, List.of());

    /** Takes a copy of the terms. */
    public Cost {
        terms = List.copyOf(terms);
    }

    /**
     * A part of a cost: a factor times the sizes of all its operands, divided by a power of two.
     *
     * @param factor at least 1
     * @param shift how many bits the product is shifted right by: 3 for a unit of 8
     * @param operands at least one; with several the sizes are multiplied
     */
    public record Term(int factor, int shift, List<Operand> operands) {
        /** Takes a copy of the operands. */
        public Term {
            operands = List.copyOf(operands);
        }
    }

    /**
     * What has a size: the receiver or an argument, a text, an array or a number.
     *
     * @param index {@link #RECEIVER}, or the number of an argument from 0
     */
    public record Operand(int index) {
        /** The receiver of the call. */
        public static final int RECEIVER = -1;
    }

    /** {@return whether the cost is the same for each call} */
    public boolean isConstant() {
        return terms.isEmpty();
    }

    /**
     * Reads a cost such as {@code 4+2*this}, {@code 8+1*this*0} or {@code 64+1/8*0}; what is divided by is a power of two.
     *
     * @param text the text
     * @return the cost
     * @throws IllegalArgumentException when it is none
     */
    public static Cost parse(String text) {
        int constant = 0;
        List<Term> terms = new ArrayList<>();
        for (String part : text.split("\\+", -1)) {
            String[] factors = part.split("\\*", -1);
            int slash = factors[0].indexOf('/');
            int first = Integer.parseInt(slash < 0 ? factors[0] : factors[0].substring(0, slash));
            int divisor = slash < 0 ? 1 : Integer.parseInt(factors[0].substring(slash + 1));
            if (Integer.bitCount(divisor) != 1 || slash >= 0 && factors.length == 1) {
                throw new IllegalArgumentException("a cost is divided by a power of two, where it depends on a size: " + text);
            }
            if (factors.length == 1) {
                constant += first;
                continue;
            }
            List<Operand> operands = new ArrayList<>();
            for (int i = 1; i < factors.length; i++) {
                operands.add(new Operand("this".equals(factors[i]) ? Operand.RECEIVER : Integer.parseInt(factors[i])));
            }
            terms.add(new Term(first, Integer.numberOfTrailingZeros(divisor), operands));
        }
        return new Cost(constant, terms);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append(constant);
        for (Term term : terms) {
            text.append('+').append(term.factor()).append(term.shift() == 0 ? "" : "/" + (1L << term.shift()));
            for (Operand operand : term.operands()) {
                text.append('*').append(operand.index() == Operand.RECEIVER ? "this" : operand.index());
            }
        }
        return text.toString();
    }
}
