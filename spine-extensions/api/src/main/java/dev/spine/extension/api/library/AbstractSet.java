package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/**
 * What a set can do with its iterator and {@code contains}. Compilers name it where a variable may hold either of two classes.
 * The card's agent.
 *
 * @param <E> elements
 */
@NullUnmarked
public abstract class AbstractSet<E> extends AbstractCollection<E> implements Set<E> {
    AbstractSet() {}

    @Override
    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        if (!(other instanceof Set)) {
            return false;
        }
        Collection<?> elements = (Collection<?>) other;
        if (elements.size() != size()) {
            return false;
        }
        try {
            return containsAll(elements);
        } catch (ClassCastException | NullPointerException e) {
            return false;
        }
    }

    @Override
    public int hashCode() {
        int sum = 0;
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            sum += Objects.hashCode(each.next());
        }
        return sum;
    }

    /** Goes through the smaller of the two, as the JDK's. */
    @Override
    public boolean removeAll(Collection<?> elements) {
        if (size() <= elements.size()) {
            return super.removeAll(elements);
        }
        boolean changed = false;
        Iterator<?> each = elements.iterator();
        while (each.hasNext()) {
            changed |= remove(each.next());
        }
        return changed;
    }
}
