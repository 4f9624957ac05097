package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/** What {@code Set.of} makes. */
@NullUnmarked
final class FixedSet<E> extends ReadOnlyCollection.OfSet<E> {
    FixedSet(Object[] elements) {
        super(set(elements));
    }

    /** Of a set that nobody changes any more. */
    FixedSet(Set<? extends E> shown) {
        super(shown);
    }

    @SuppressWarnings("unchecked") // they were given as such
    private static <E> Set<E> set(Object[] elements) {
        HashSet<E> set = new HashSet<>(elements.length + (elements.length >> 1));
        for (int i = 0; i < elements.length; i++) {
            if (!set.add((E) Objects.requireNonNull(elements[i]))) {
                throw Failures.illegal("duplicate element: ", elements[i]);
            }
        }
        return set;
    }

    @Override
    public boolean contains(Object element) {
        return super.contains(Objects.requireNonNull(element));
    }
}
