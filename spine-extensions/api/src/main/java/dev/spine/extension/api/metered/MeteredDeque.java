package dev.spine.extension.api.metered;

import java.util.ArrayDeque;
import java.util.Collection;

/**
 * What an extension gets for {@code ArrayDeque}.
 *
 * @param <E> elements
 */
public final class MeteredDeque<E> extends ArrayDeque<E> implements Roomy {
    private static final long serialVersionUID = 1L;

    // No initialiser: the constructor above adds elements before it would run.
    private int room;

    /** An empty queue. */
    public MeteredDeque() {}

    /**
     * An empty queue with room.
     *
     * @param elements for how many
     */
    public MeteredDeque(int elements) {
        super(elements);
        room = Math.max(room, elements);
    }

    /**
     * A copy.
     *
     * @param elements of what
     */
    public MeteredDeque(Collection<? extends E> elements) {
        super(elements);
        room = Math.max(room, size());
    }

    @Override
    public void addFirst(E element) {
        super.addFirst(element);
        room = Math.max(room, size());
    }

    @Override
    public void addLast(E element) {
        super.addLast(element);
        room = Math.max(room, size());
    }

    @Override
    public boolean addAll(Collection<? extends E> elements) {
        boolean changed = super.addAll(elements);
        room = Math.max(room, size());
        return changed;
    }

    @Override
    public MeteredDeque<E> clone() {
        return new MeteredDeque<>(this);
    }

    @Override
    public int room() {
        return room;
    }
}
