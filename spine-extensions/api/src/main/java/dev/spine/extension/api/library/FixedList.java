package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/** What {@code List.of} makes. */
@NullUnmarked
final class FixedList<E> extends ReadOnlyList<E> {
    private final Object[] items;

    /** Keeps the array. */
    FixedList(Object[] items) {
        this.items = checked(items);
    }

    private static Object[] checked(Object[] items) {
        for (int i = 0; i < items.length; i++) {
            java.util.Objects.requireNonNull(items[i]);
        }
        return items;
    }

    @Override
    public int size() {
        return items.length;
    }

    @Override
    @SuppressWarnings("unchecked") // nothing else was put in
    public E get(int index) {
        return (E) items[index];
    }

    @Override
    public int indexOf(Object element) {
        return super.indexOf(Objects.requireNonNull(element));
    }

    @Override
    public int lastIndexOf(Object element) {
        return super.lastIndexOf(Objects.requireNonNull(element));
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        return new ReadOnlyIterator<>(super.listIterator(index));
    }

    @Override
    public E removeFirst() {
        throw Failures.unsupported();
    }

    @Override
    public E removeLast() {
        throw Failures.unsupported();
    }
}
