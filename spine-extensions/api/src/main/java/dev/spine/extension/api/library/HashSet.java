package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.HashSet}: the keys of a {@link HashMap}, in the order in which they came. The card's agent.
 *
 * @param <E> elements
 */
@NullUnmarked
public class HashSet<E> extends AbstractSet<E> {
    final HashMap<E, Boolean> map;

    public HashSet() {
        map = new HashMap<>();
    }

    public HashSet(int capacity) {
        map = new HashMap<>(capacity);
    }

    @SuppressWarnings("this-escape") // nothing is left to be initialised
    public HashSet(Collection<? extends E> elements) {
        map = new HashMap<>();
        addAll(elements);
    }

    @Override
    public final int size() {
        return map.size;
    }

    @Override
    public final boolean isEmpty() {
        return map.size == 0;
    }

    @Override
    public final boolean contains(Object element) {
        return map.containsKey(element);
    }

    @Override
    public final boolean add(E element) {
        return map.put(element, Boolean.TRUE) == null;
    }

    @Override
    public final boolean remove(Object element) {
        return map.remove(element) != null;
    }

    @Override
    public final void clear() {
        map.clear();
    }

    @Override
    public final Iterator<E> iterator() {
        return map.keys();
    }
}
