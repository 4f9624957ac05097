package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/** What extensions get for {@code java.util.Objects}. Texts and comparisons cost what the objects' own methods cost. Any thread. */
@NullUnmarked
public final class Objects {
    private Objects() {}

    public static boolean equals(Object one, Object other) {
        return one == other || one != null && one.equals(other);
    }

    public static int hashCode(Object object) {
        return object == null ? 0 : object.hashCode();
    }

    public static int hash(Object... values) {
        if (values == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < values.length; i++) {
            hash = 31 * hash + hashCode(values[i]);
        }
        return hash;
    }

    public static String toString(Object object) {
        return String.valueOf(object);
    }

    public static String toString(Object object, String other) {
        return object == null ? other : object.toString();
    }

    public static boolean isNull(Object object) {
        return object == null;
    }

    public static boolean nonNull(Object object) {
        return object != null;
    }

    public static <T> T requireNonNull(T object) {
        return java.util.Objects.requireNonNull(object);
    }

    public static <T> T requireNonNull(T object, String message) {
        return java.util.Objects.requireNonNull(object, message);
    }

    public static <T> T requireNonNullElse(T object, T other) {
        return object != null ? object : requireNonNull(other, "defaultObj");
    }

    public static int checkIndex(int index, int length) {
        if (index < 0 || index >= length) {
            throw Failures.bounds(index, length);
        }
        return index;
    }

    public static int checkFromToIndex(int from, int to, int length) {
        if (from < 0 || from > to || to > length) {
            throw Failures.range(from, to, length);
        }
        return from;
    }

    public static int checkFromIndexSize(int from, int size, int length) {
        if ((length | from | size) < 0 || size > length - from) {
            throw Failures.part(from, size, length);
        }
        return from;
    }
}
