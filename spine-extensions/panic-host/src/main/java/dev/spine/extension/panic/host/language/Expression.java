package dev.spine.extension.panic.host.language;

import org.jspecify.annotations.Nullable;

/** What has a value, a word of 32 bits. Immutable. Any thread. */
public sealed interface Expression {
    /** What two values give. */
    enum Operator {
        /** 1 if any of them is not 0; the right one is not evaluated when the left one is not 0. */
        OR,
        /** 1 if both are not 0; the right one is not evaluated when the left one is 0. */
        AND,
        /** 1 if it is so, with signs, as those that follow. */
        LESS,
        /** Or the same. */
        NOT_GREATER,
        /** The left one is the greater one. */
        GREATER,
        /** Or the same. */
        NOT_LESS,
        /** Both are the same. */
        EQUAL,
        /** They are not. */
        DIFFERENT,
        /** The sum, which wraps. */
        PLUS,
        /** The difference, which wraps. */
        MINUS,
        /** The product, which wraps. */
        TIMES,
        /** The quotient, cut off toward zero; a fault when the right one is 0. */
        DIVIDED,
        /** What is left of it, with the sign of the left one; a fault when the right one is 0. */
        REMAINDER
    }

    /** {@return where it begins} */
    Position at();

    /** What {@code SEND} and {@code DELIVER} take bytes of, from a word on. */
    sealed interface Region extends Expression {}

    /**
     * A number.
     *
     * @param value its 32 bits
     * @param at where it begins
     */
    record Constant(int value, Position at) implements Expression {}

    /**
     * A variable, or an element of one.
     *
     * @param name as it is written
     * @param index which element, from 0; null without one
     * @param at where it begins
     */
    record Place(String name, @Nullable Expression index, Position at) implements Region {}

    /**
     * A word of the payload of the message.
     *
     * @param index which, from 0
     * @param at where it begins
     */
    record PacketWord(Expression index, Position at) implements Region {}

    /**
     * Two values and what they give.
     *
     * @param operator how
     * @param left evaluated first
     * @param right evaluated then
     * @param at where it begins
     */
    record Pair(Operator operator, Expression left, Expression right, Position at) implements Expression {}

    /**
     * The negative of a value.
     *
     * @param value of what
     * @param at where it begins
     */
    record Negative(Expression value, Position at) implements Expression {}

    /**
     * 1 if a value is 0, otherwise 0.
     *
     * @param value which
     * @param at where it begins
     */
    record Not(Expression value, Position at) implements Expression {}

    /**
     * The clock of the card, in ticks that wrap.
     *
     * @param at where it begins
     */
    record Clock(Position at) implements Expression {}

    /**
     * How many bytes the payload of the message has; 0 in the start-up block.
     *
     * @param at where it begins
     */
    record Length(Position at) implements Expression {}

    /**
     * 1 if a flag is set, otherwise 0.
     *
     * @param number which
     * @param at where it begins
     */
    record FlagTest(Expression number, Position at) implements Expression {}

    /**
     * 1 if a lock is set, otherwise 0.
     *
     * @param number which
     * @param at where it begins
     */
    record LockTest(Expression number, Position at) implements Expression {}
}
