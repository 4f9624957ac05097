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
        return new IllegalArgumentException(text(what, value));
    }

    static RuntimeException index(int index, int size) {
        return new IndexOutOfBoundsException(text("Index: ", index, ", Size: ", size));
    }

    static RuntimeException bounds(int index, int length) {
        return new IndexOutOfBoundsException(text("Index ", index, " out of bounds for length ", length));
    }

    static RuntimeException range(int from, int to, int length) {
        return new IndexOutOfBoundsException(text("Range [", from, ", ", to, ") out of bounds for length ", length));
    }

    static RuntimeException part(int from, int size, int length) {
        return new IndexOutOfBoundsException(text("Range [", from, ", ", from, " + ", size, ") out of bounds for length ", length));
    }

    static RuntimeException negativeSize() {
        return new NegativeArraySizeException();
    }

    static RuntimeException arrayIndex(int index) {
        return new ArrayIndexOutOfBoundsException(index);
    }

    static RuntimeException textIndex(int index, int length) {
        return new StringIndexOutOfBoundsException(text("index ", index, ", length ", length));
    }

    static RuntimeException textRange(int start, int end, int length) {
        return new StringIndexOutOfBoundsException(text("start ", start, ", end ", end, ", length ", length));
    }

    /** Joins without a builder, which itself fails by these methods. */
    private static String text(Object... parts) {
        String text = "";
        for (int i = 0; i < parts.length; i++) {
            String part = String.valueOf(parts[i]);
            // An author's toString may return null.
            text = text.concat(part == null ? "null" : part);
        }
        return text;
    }
}
