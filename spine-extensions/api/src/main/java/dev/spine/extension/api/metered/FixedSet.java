package dev.spine.extension.api.metered;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What an extension gets for {@code Set.of} and {@code Set.copyOf}: elements in the order in which they were given; nobody changes it.
 *
 * @param <E> elements, none null
 */
public final class FixedSet<E> extends AbstractSet<E> {
    private final Set<E> elements;

    private FixedSet(Set<E> elements) {
        this.elements = Collections.unmodifiableSet(elements);
    }

    /**
     * {@return a set of some elements}
     *
     * @param elements which
     * @throws IllegalArgumentException when one is given twice
     * @throws NullPointerException when one is null
     */
    public static Set<Object> of(Object[] elements) {
        Set<Object> all = new LinkedHashSet<>();
        for (Object element : elements) {
            if (!all.add(Objects.requireNonNull(element))) {
                throw new IllegalArgumentException("duplicate element");
            }
        }
        return new FixedSet<>(all);
    }

    /**
     * {@return a set of what a collection has, each once}
     *
     * @param elements of what
     * @throws NullPointerException when one is null
     */
    public static Set<Object> copyOf(Collection<?> elements) {
        if (elements instanceof FixedSet<?> fixed) {
            return fixed.asObjects();
        }
        Set<Object> all = new LinkedHashSet<>();
        elements.forEach(element -> all.add(Objects.requireNonNull(element)));
        return new FixedSet<>(all);
    }

    @SuppressWarnings("unchecked") // nobody puts anything in
    private Set<Object> asObjects() {
        return (Set<Object>) this;
    }

    @Override
    public Iterator<E> iterator() {
        return elements.iterator();
    }

    @Override
    public int size() {
        return elements.size();
    }

    @Override
    public boolean contains(@Nullable Object element) {
        return elements.contains(Objects.requireNonNull(element));
    }

    @Override
    public boolean remove(@Nullable Object element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean addAll(Collection<? extends E> added) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean removeAll(Collection<?> removed) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean retainAll(Collection<?> kept) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void clear() {
        throw new UnsupportedOperationException();
    }
}
