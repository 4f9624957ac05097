package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.LinkedHashSet}: the keys of a {@link LinkedHashMap}, in the order in which they came.
 * The card's agent.
 *
 * @param <E> elements
 */
@NullUnmarked
public final class LinkedHashSet<E> extends HashSet<E> implements SequencedCollection<E> {
    public LinkedHashSet() {}

    public LinkedHashSet(int capacity) {
        super(capacity);
    }

    public LinkedHashSet(Collection<? extends E> elements) {
        super(elements);
    }

    @Override
    public void addFirst(E element) {
        map.place(element, Boolean.TRUE, true);
    }

    @Override
    public void addLast(E element) {
        map.place(element, Boolean.TRUE, false);
    }

    @Override
    public E getFirst() {
        return some(map.first()).key;
    }

    @Override
    public E getLast() {
        return some(map.last()).key;
    }

    @Override
    public E removeFirst() {
        return take(some(map.first()));
    }

    @Override
    public E removeLast() {
        return take(some(map.last()));
    }

    private E take(CellMap.Cell<E, Boolean> cell) {
        map.delete(cell);
        return cell.key;
    }

    private static <E> CellMap.Cell<E, Boolean> some(CellMap.Cell<E, Boolean> cell) {
        if (cell == null) {
            throw Failures.noSuchElement();
        }
        return cell;
    }
}
