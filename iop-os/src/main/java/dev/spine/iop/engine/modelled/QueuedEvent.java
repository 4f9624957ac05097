package dev.spine.iop.engine.modelled;

import org.jspecify.annotations.Nullable;

/**
 * An event of a modelled engine while it is pending, and what carries it: made when there are more than ever before, and used again; until
 * then it keeps what it carried. Only {@link EventHeap} writes it. What the fields mean for an event of a kind is with the method of
 * {@link Effects} that makes it.
 */
final class QueuedEvent {
    /** When, in picoseconds of virtual time. */
    long time;
    /** The place among the events of the same time, as {@link EventOrder} has it. */
    long order;
    /** One of the kinds of {@link Effects}. */
    int kind;
    @Nullable Object target;
    @Nullable Object item;
    long number;
    /** The next one of those that come first, or of those that are not in use. */
    @Nullable QueuedEvent next;

    /** Whether this one comes before another. */
    boolean isBefore(QueuedEvent other) {
        return time < other.time || (time == other.time && order < other.order);
    }
}
