package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.TreeSet}: the keys of a {@link TreeMap}. It has no sets of ranges and no descending ones, which
 * are views. The card's agent.
 *
 * @param <E> elements
 */
@NullUnmarked
public final class TreeSet<E> extends AbstractSet<E> implements SortedSet<E> {
    private final TreeMap<E, Boolean> map;

    public TreeSet() {
        map = new TreeMap<>();
    }

    public TreeSet(Comparator<? super E> order) {
        map = new TreeMap<>(order);
    }

    public TreeSet(Collection<? extends E> elements) {
        map = new TreeMap<>();
        addAll(elements);
    }

    @Override
    public int size() {
        return map.size;
    }

    @Override
    public boolean isEmpty() {
        return map.size == 0;
    }

    @Override
    public boolean contains(Object element) {
        return map.containsKey(element);
    }

    @Override
    public boolean add(E element) {
        return map.put(element, Boolean.TRUE) == null;
    }

    @Override
    public boolean remove(Object element) {
        return map.remove(element) != null;
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public Iterator<E> iterator() {
        return map.keys();
    }

    @Override
    public E first() {
        return map.firstKey();
    }

    @Override
    public E last() {
        return map.lastKey();
    }

    public E lower(E element) {
        return map.lowerKey(element);
    }

    public E floor(E element) {
        return map.floorKey(element);
    }

    public E ceiling(E element) {
        return map.ceilingKey(element);
    }

    public E higher(E element) {
        return map.higherKey(element);
    }

    public E pollFirst() {
        return take(map.first());
    }

    public E pollLast() {
        return take(map.last());
    }

    private E take(CellMap.Cell<E, Boolean> cell) {
        if (cell == null) {
            return null;
        }
        map.delete(cell);
        return cell.key;
    }
}
