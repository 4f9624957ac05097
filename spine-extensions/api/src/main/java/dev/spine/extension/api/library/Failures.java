package dev.spine.extension.api.library;

import java.util.ConcurrentModificationException;
import java.util.NoSuchElementException;

/** Exceptions, made in methods of their own: the code that makes them is charged where it runs, not where it might. */
final class Failures {
    private Failures() {}

    static RuntimeException noSuchElement() {
        return new NoSuchElementException();
    }

    static RuntimeException noValue() {
        return new NoSuchElementException("No value present");
    }

    static RuntimeException changed() {
        return new ConcurrentModificationException();
    }

    static RuntimeException unsupported() {
        return new UnsupportedOperationException();
    }

    static RuntimeException noElementYet() {
        return new IllegalStateException();
    }

    static RuntimeException illegal(String what, Object value) {
        return new IllegalArgumentException(new StringBuilder().append(what).append(value).toString());
    }

    static RuntimeException index(int index, int size) {
        return new IndexOutOfBoundsException(
            new StringBuilder().append("Index: ").append(index).append(", Size: ").append(size).toString());
    }

    static RuntimeException bounds(int index, int length) {
        return new IndexOutOfBoundsException(
            new StringBuilder().append("Index ").append(index).append(" out of bounds for length ").append(length).toString());
    }

    static RuntimeException range(int from, int to, int length) {
        return new IndexOutOfBoundsException(new StringBuilder().append("Range [").append(from).append(", ").append(to)
            .append(") out of bounds for length ").append(length).toString());
    }

    static RuntimeException part(int from, int size, int length) {
        return new IndexOutOfBoundsException(new StringBuilder().append("Range [").append(from).append(", ").append(from).append(" + ")
            .append(size).append(") out of bounds for length ").append(length).toString());
    }

    static RuntimeException negativeSize() {
        return new NegativeArraySizeException();
    }

    static RuntimeException arrayIndex(int index) {
        return new ArrayIndexOutOfBoundsException(index);
    }

    static RuntimeException textIndex(int index, int length) {
        return new StringIndexOutOfBoundsException(
            new StringBuilder().append("index ").append(index).append(", length ").append(length).toString());
    }

    static RuntimeException textRange(int start, int end, int length) {
        return new StringIndexOutOfBoundsException(new StringBuilder().append("start ").append(start).append(", end ").append(end)
            .append(", length ").append(length).toString());
    }
}
