package dev.spine.extension.api.library;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.List}. It has no {@code subList} and no {@code reversed}: views of views have a depth.
 * The card's agent.
 *
 * @param <E> elements
 */
@NullUnmarked
public interface List<E> extends SequencedCollection<E> {
    static <E> List<E> of() {
        return new ReadOnlyList.Fixed<>(new Object[] {});
    }

    static <E> List<E> of(E e1) {
        return new ReadOnlyList.Fixed<>(new Object[] {e1});
    }

    static <E> List<E> of(E e1, E e2) {
        return new ReadOnlyList.Fixed<>(new Object[] {e1, e2});
    }

    static <E> List<E> of(E e1, E e2, E e3) {
        return new ReadOnlyList.Fixed<>(new Object[] {e1, e2, e3});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4) {
        return new ReadOnlyList.Fixed<>(new Object[] {e1, e2, e3, e4});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5) {
        return new ReadOnlyList.Fixed<>(new Object[] {e1, e2, e3, e4, e5});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6) {
        return new ReadOnlyList.Fixed<>(new Object[] {e1, e2, e3, e4, e5, e6});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7) {
        return new ReadOnlyList.Fixed<>(new Object[] {e1, e2, e3, e4, e5, e6, e7});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8) {
        return new ReadOnlyList.Fixed<>(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9) {
        return new ReadOnlyList.Fixed<>(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8, e9});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9, E e10) {
        return new ReadOnlyList.Fixed<>(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8, e9, e10});
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // copied
    static <E> List<E> of(E... elements) {
        Object[] copy = new Object[elements.length];
        System.arraycopy(elements, 0, copy, 0, copy.length);
        return new ReadOnlyList.Fixed<>(copy);
    }

    @SuppressWarnings("unchecked") // nobody puts anything in
    static <E> List<E> copyOf(Collection<? extends E> elements) {
        if (elements instanceof ReadOnlyList.Fixed) {
            return (List<E>) elements;
        }
        return new ReadOnlyList.Fixed<>(elements.toArray());
    }

    E get(int index);

    E set(int index, E element);

    void add(int index, E element);

    @Override
    boolean add(E element);

    E remove(int index);

    @Override
    boolean remove(Object element);

    boolean addAll(int index, Collection<? extends E> elements);

    @Override
    boolean addAll(Collection<? extends E> elements);

    int indexOf(Object element);

    int lastIndexOf(Object element);

    ListIterator<E> listIterator();

    ListIterator<E> listIterator(int index);

    default void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        ListIterator<E> each = listIterator();
        while (each.hasNext()) {
            each.set(operator.apply(each.next()));
        }
    }

    @SuppressWarnings("unchecked") // its own elements
    default void sort(Comparator<? super E> order) {
        Object[] sorted = toArray();
        MergeSort.sort(sorted, 0, sorted.length, order);
        ListIterator<E> each = listIterator();
        for (int i = 0; i < sorted.length; i++) {
            each.next();
            each.set((E) sorted[i]);
        }
    }

    @Override
    default void addFirst(E element) {
        add(0, element);
    }

    @Override
    default void addLast(E element) {
        add(element);
    }

    @Override
    default E getFirst() {
        if (isEmpty()) {
            throw Failures.noSuchElement();
        }
        return get(0);
    }

    @Override
    default E getLast() {
        if (isEmpty()) {
            throw Failures.noSuchElement();
        }
        return get(size() - 1);
    }

    @Override
    default E removeFirst() {
        if (isEmpty()) {
            throw Failures.noSuchElement();
        }
        return remove(0);
    }

    @Override
    default E removeLast() {
        if (isEmpty()) {
            throw Failures.noSuchElement();
        }
        return remove(size() - 1);
    }
}
