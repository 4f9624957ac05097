package dev.spine.extension.api.metered;

import java.util.Collection;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * What an extension gets for {@code PriorityQueue}.
 *
 * @param <E> elements
 */
public final class MeteredQueue<E> extends PriorityQueue<E> implements Roomy {
    private static final long serialVersionUID = 1L;

    // No initialiser: the constructor above adds elements before it would run.
    private int room;

    /** An empty queue in natural order. */
    public MeteredQueue() {}

    /**
     * An empty queue with room, in natural order.
     *
     * @param elements for how many, at least 1
     */
    public MeteredQueue(int elements) {
        super(elements);
        room = elements;
    }

    /**
     * An empty queue.
     *
     * @param order of the elements; null for the natural one
     */
    public MeteredQueue(@Nullable Comparator<? super E> order) {
        super(order);
    }

    /**
     * An empty queue with room.
     *
     * @param elements for how many, at least 1
     * @param order of the elements; null for the natural one
     */
    public MeteredQueue(int elements, @Nullable Comparator<? super E> order) {
        super(elements, order);
        room = elements;
    }

    /**
     * A copy.
     *
     * @param elements of what
     */
    public MeteredQueue(Collection<? extends E> elements) {
        super(elements);
        room = Math.max(room, size());
    }

    @Override
    public boolean offer(E element) {
        boolean taken = super.offer(element);
        room = Math.max(room, size());
        return taken;
    }

    @Override
    public int room() {
        return room;
    }
}
