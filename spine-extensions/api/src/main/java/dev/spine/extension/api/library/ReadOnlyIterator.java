package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/** Goes through what another iterator goes through, and refuses every change; back only when that one is of a list. */
@NullUnmarked
final class ReadOnlyIterator<E> implements ListIterator<E> {
    private final Iterator<? extends E> shown;

    ReadOnlyIterator(Iterator<? extends E> shown) {
        this.shown = shown;
    }

    private ListIterator<? extends E> ofList() {
        return (ListIterator<? extends E>) shown;
    }

    @Override
    public boolean hasNext() {
        return shown.hasNext();
    }

    @Override
    public E next() {
        return shown.next();
    }

    @Override
    public boolean hasPrevious() {
        return ofList().hasPrevious();
    }

    @Override
    public E previous() {
        return ofList().previous();
    }

    @Override
    public int nextIndex() {
        return ofList().nextIndex();
    }

    @Override
    public int previousIndex() {
        return ofList().previousIndex();
    }

    @Override
    public void remove() {
        throw Failures.unsupported();
    }

    @Override
    public void set(E element) {
        throw Failures.unsupported();
    }

    @Override
    public void add(E element) {
        throw Failures.unsupported();
    }
}
