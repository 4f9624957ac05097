package dev.spine.extension.panic.host.language;

import java.util.List;
import java.util.Optional;

/** What a program does. Immutable. Any thread. */
public sealed interface Statement {
    /** {@return where it begins} */
    Position at();

    /** To which node something is sent. */
    sealed interface Address {
        /** The node of the card itself. */
        record Local() implements Address {}

        /** The node that the current message came from. */
        record Sender() implements Address {}

        /**
         * A node that is known.
         *
         * @param high its first four octets
         * @param low the other four
         */
        record Octets(int high, int low) implements Address {}

        /**
         * The node whose eight octets are in two words.
         *
         * @param first of them
         */
        record Words(Expression.Place first) implements Address {}
    }

    /**
     * Some in their order.
     *
     * @param statements perhaps none
     * @param at where it begins
     */
    record Block(List<Statement> statements, Position at) implements Statement {
        /** Keeps a copy. */
        public Block {
            statements = List.copyOf(statements);
        }
    }

    /**
     * Stores a value: that is evaluated first, then the index.
     *
     * @param to where
     * @param value what
     * @param at where it begins
     */
    record Assignment(Expression.Place to, Expression value, Position at) implements Statement {}

    /**
     * One of two, or nothing.
     *
     * @param condition 0 for the second one
     * @param then the first one
     * @param otherwise the second one
     * @param at where it begins
     */
    record If(Expression condition, Statement then, Optional<Statement> otherwise, Position at) implements Statement {}

    /**
     * One again and again.
     *
     * @param condition 0 when it ends
     * @param body what is repeated
     * @param at where it begins
     */
    record While(Expression condition, Statement body, Position at) implements Statement {}

    /**
     * Sends a message.
     *
     * @param from the first word of its payload
     * @param bytes of the payload
     * @param trigger of the program that gets it
     * @param program which one gets it
     * @param to at which node
     * @param at where it begins
     */
    record Send(Expression.Region from, Expression bytes, Expression trigger, Expression program, Address to, Position at)
        implements Statement {}

    /**
     * Moves bytes to a segment of the host.
     *
     * @param from the first word
     * @param offset of the first byte in the segment
     * @param segment which
     * @param bytes how many
     * @param at where it begins
     */
    record Deliver(Expression.Region from, Expression offset, Expression segment, Expression bytes, Position at) implements Statement {}

    /**
     * Moves bytes from a segment of the host.
     *
     * @param to the first word
     * @param offset of the first byte in the segment
     * @param segment which
     * @param bytes how many
     * @param at where it begins
     */
    record Get(Expression.Place to, Expression offset, Expression segment, Expression bytes, Position at) implements Statement {}

    /**
     * Copies bytes of the message.
     *
     * @param to the first word
     * @param offset of the first byte in the payload
     * @param bytes how many
     * @param at where it begins
     */
    record Copy(Expression.Place to, Expression offset, Expression bytes, Position at) implements Statement {}

    /**
     * Puts a word where the host reads it.
     *
     * @param value which
     * @param at where it begins
     */
    record Display(Expression value, Position at) implements Statement {}

    /**
     * Sets a flag, which the host clears.
     *
     * @param number which
     * @param at where it begins
     */
    record SetFlag(Expression number, Position at) implements Statement {}

    /**
     * Clears a lock, which the host has set.
     *
     * @param number which
     * @param at where it begins
     */
    record ClearLock(Expression number, Position at) implements Statement {}

    /**
     * Ends the activation.
     *
     * @param triggers those that are armed until the next one; none for all
     * @param at where it begins
     */
    record Await(List<Integer> triggers, Position at) implements Statement {
        /** Keeps a copy. */
        public Await {
            triggers = List.copyOf(triggers);
        }
    }

    /**
     * Ends the activation and stops the program.
     *
     * @param at where it begins
     */
    record Stop(Position at) implements Statement {}
}
