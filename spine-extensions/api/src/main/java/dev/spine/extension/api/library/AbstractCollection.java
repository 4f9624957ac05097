package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/**
 * What a collection can do with its iterator alone. Compilers name it where a variable may hold either of two classes. The card's agent.
 *
 * @param <E> elements
 */
@NullUnmarked
public abstract class AbstractCollection<E> implements Collection<E> {
    AbstractCollection() {}

    @Override
    public boolean isEmpty() {
        return size() == 0;
    }

    @Override
    public boolean contains(Object element) {
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            if (Objects.equals(element, each.next())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Object[] toArray() {
        return fill(new Object[size()]);
    }

    @Override
    @SuppressWarnings("unchecked") // the array has the type of what was given
    public <T> T[] toArray(T[] array) {
        int size = size();
        if (array.length < size) {
            return (T[]) fill(java.util.Arrays.copyOf(array, size));
        }
        fill(array);
        if (array.length > size) {
            array[size] = null;
        }
        return array;
    }

    private Object[] fill(Object[] array) {
        Iterator<E> each = iterator();
        for (int i = 0; each.hasNext(); i++) {
            array[i] = each.next();
        }
        return array;
    }

    @Override
    public boolean add(E element) {
        throw Failures.unsupported();
    }

    @Override
    public boolean remove(Object element) {
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            if (Objects.equals(element, each.next())) {
                each.remove();
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean containsAll(Collection<?> elements) {
        Iterator<?> each = elements.iterator();
        while (each.hasNext()) {
            if (!contains(each.next())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean addAll(Collection<? extends E> elements) {
        boolean changed = false;
        Iterator<? extends E> each = elements.iterator();
        while (each.hasNext()) {
            changed |= add(each.next());
        }
        return changed;
    }

    @Override
    public boolean removeAll(Collection<?> elements) {
        return keep(Objects.requireNonNull(elements), false);
    }

    @Override
    public boolean retainAll(Collection<?> elements) {
        return keep(Objects.requireNonNull(elements), true);
    }

    /** Keeps those that are among some elements, or the others: {@return whether any has left}. */
    boolean keep(Collection<?> elements, boolean those) {
        boolean changed = false;
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            if (elements.contains(each.next()) != those) {
                each.remove();
                changed = true;
            }
        }
        return changed;
    }

    @Override
    public void clear() {
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            each.next();
            each.remove();
        }
    }

    @Override
    public String toString() {
        Iterator<E> each = iterator();
        if (!each.hasNext()) {
            return "[]";
        }
        StringBuilder text = new StringBuilder().append('[');
        while (true) {
            E element = each.next();
            text.append(element == this ? "(this Collection)" : element);
            if (!each.hasNext()) {
                return text.append(']').toString();
            }
            text.append(", ");
        }
    }
}
