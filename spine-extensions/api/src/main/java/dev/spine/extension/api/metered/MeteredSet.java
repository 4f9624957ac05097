package dev.spine.extension.api.metered;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;

/**
 * What an extension gets for {@code HashSet} and {@code LinkedHashSet}: elements in the order in which they came.
 *
 * @param <E> elements
 */
public final class MeteredSet<E> extends LinkedHashSet<E> implements Roomy {
    private static final long serialVersionUID = 1L;
    /** Below this share of its room a set is emptied one by one, because going through the whole table would take longer. */
    private static final int SPARSE = 8;

    // No initialiser: the constructor above adds elements before it would run.
    private int room;

    /** An empty set. */
    public MeteredSet() {}

    /**
     * An empty set with room.
     *
     * @param elements for how many
     * @throws IllegalArgumentException when it is negative
     */
    public MeteredSet(int elements) {
        super(elements);
        room = elements;
    }

    /**
     * A copy.
     *
     * @param elements of what
     */
    public MeteredSet(Collection<? extends E> elements) {
        super(elements);
        room = Math.max(room, elements.size());
    }

    @Override
    public boolean add(E element) {
        boolean added = super.add(element);
        room = Math.max(room, size());
        return added;
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
    public void clear() {
        if ((long) size() * SPARSE < room) {
            for (Iterator<E> elements = iterator(); elements.hasNext(); ) {
                elements.next();
                elements.remove();
            }
        } else {
            super.clear();
        }
    }

    @Override
    public int room() {
        return room;
    }
}
