package dev.spine.extension.api.library;

import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.Arrays}. Of arrays of primitives the JDK's methods do the work, at a price by length; what calls
 * methods of elements or functions costs what these cost. Objects are sorted by a stable merge sort with room for half of them. Any thread.
 */
@NullUnmarked
public final class Arrays {
    /** More chars and shorts than these the JDK may count, in a table of all that there are, which no formula by length is for. */
    private static final int FEW = 128;

    private Arrays() {}

    /** The JDK makes the copy, as long as from below 0 to the end, before it looks. */
    private static int first(int from, int to) {
        if (from < 0 && to - from >= 0) {
            throw Failures.arrayIndex(from);
        }
        return from;
    }

    // --- of objects

    @SafeVarargs
    @SuppressWarnings("varargs") // written through
    public static <T> List<T> asList(T... elements) {
        return new View<>(elements);
    }

    public static <T> T[] copyOf(T[] array, int length) {
        return java.util.Arrays.copyOf(array, length);
    }

    public static <T> T[] copyOfRange(T[] array, int from, int to) {
        return java.util.Arrays.copyOfRange(array, first(from, to), to);
    }

    public static boolean equals(Object[] one, Object[] other) {
        if (one == other) {
            return true;
        }
        if (one == null || other == null || one.length != other.length) {
            return false;
        }
        for (int i = 0; i < one.length; i++) {
            if (!Objects.equals(one[i], other[i])) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(Object[] array) {
        return Objects.hash(array);
    }

    public static String toString(Object[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append('[');
        for (int i = 0; i < array.length; i++) {
            if (i != 0) {
                text.append(", ");
            }
            text.append(array[i]);
        }
        return text.append(']').toString();
    }

    public static void fill(Object[] array, Object value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    public static void fill(Object[] array, int from, int to, Object value) {
        check(from, to, array.length);
        for (int i = from; i < to; i++) {
            array[i] = value;
        }
    }

    private static void check(int from, int to, int length) {
        if (from > to) {
            throw Failures.illegal("fromIndex > toIndex: ", from);
        }
        if (from < 0) {
            throw Failures.arrayIndex(from);
        }
        if (to > length) {
            throw Failures.arrayIndex(to);
        }
    }

    public static void sort(Object[] array) {
        MergeSort.sort(array, 0, array.length, null);
    }

    public static <T> void sort(T[] array, Comparator<? super T> order) {
        MergeSort.sort(array, 0, array.length, order);
    }

    // --- by functions

    public static <T> void setAll(T[] array, IntFunction<? extends T> function) {
        Objects.requireNonNull(function);
        for (int i = 0; i < array.length; i++) {
            array[i] = function.apply(i);
        }
    }

    public static void setAll(int[] array, IntUnaryOperator function) {
        Objects.requireNonNull(function);
        for (int i = 0; i < array.length; i++) {
            array[i] = function.applyAsInt(i);
        }
    }

    public static void setAll(long[] array, IntToLongFunction function) {
        Objects.requireNonNull(function);
        for (int i = 0; i < array.length; i++) {
            array[i] = function.applyAsLong(i);
        }
    }

    public static void setAll(double[] array, IntToDoubleFunction function) {
        Objects.requireNonNull(function);
        for (int i = 0; i < array.length; i++) {
            array[i] = function.applyAsDouble(i);
        }
    }

    // --- of primitives

    public static int compare(boolean[] one, boolean[] other) {
        return java.util.Arrays.compare(one, other);
    }

    public static boolean[] copyOf(boolean[] array, int length) {
        return java.util.Arrays.copyOf(array, length);
    }

    public static boolean[] copyOfRange(boolean[] array, int from, int to) {
        return java.util.Arrays.copyOfRange(array, first(from, to), to);
    }

    public static boolean equals(boolean[] one, boolean[] other) {
        return java.util.Arrays.equals(one, other);
    }

    public static void fill(boolean[] array, boolean value) {
        java.util.Arrays.fill(array, value);
    }

    public static void fill(boolean[] array, int from, int to, boolean value) {
        java.util.Arrays.fill(array, from, to, value);
    }

    public static int hashCode(boolean[] array) {
        return java.util.Arrays.hashCode(array);
    }

    public static int mismatch(boolean[] one, boolean[] other) {
        return java.util.Arrays.mismatch(one, other);
    }

    public static String toString(boolean[] array) {
        return java.util.Arrays.toString(array);
    }

    public static int binarySearch(byte[] array, byte value) {
        return java.util.Arrays.binarySearch(array, value);
    }

    public static int compare(byte[] one, byte[] other) {
        return java.util.Arrays.compare(one, other);
    }

    public static byte[] copyOf(byte[] array, int length) {
        return java.util.Arrays.copyOf(array, length);
    }

    public static byte[] copyOfRange(byte[] array, int from, int to) {
        return java.util.Arrays.copyOfRange(array, first(from, to), to);
    }

    public static boolean equals(byte[] one, byte[] other) {
        return java.util.Arrays.equals(one, other);
    }

    public static void fill(byte[] array, byte value) {
        java.util.Arrays.fill(array, value);
    }

    public static void fill(byte[] array, int from, int to, byte value) {
        java.util.Arrays.fill(array, from, to, value);
    }

    public static int hashCode(byte[] array) {
        return java.util.Arrays.hashCode(array);
    }

    public static int mismatch(byte[] one, byte[] other) {
        return java.util.Arrays.mismatch(one, other);
    }

    public static void sort(byte[] array) {
        java.util.Arrays.sort(array);
    }

    public static void sort(byte[] array, int from, int to) {
        java.util.Arrays.sort(array, from, to);
    }

    public static String toString(byte[] array) {
        return java.util.Arrays.toString(array);
    }

    public static int binarySearch(char[] array, char value) {
        return java.util.Arrays.binarySearch(array, value);
    }

    public static int compare(char[] one, char[] other) {
        return java.util.Arrays.compare(one, other);
    }

    public static char[] copyOf(char[] array, int length) {
        return java.util.Arrays.copyOf(array, length);
    }

    public static char[] copyOfRange(char[] array, int from, int to) {
        return java.util.Arrays.copyOfRange(array, first(from, to), to);
    }

    public static boolean equals(char[] one, char[] other) {
        return java.util.Arrays.equals(one, other);
    }

    public static void fill(char[] array, char value) {
        java.util.Arrays.fill(array, value);
    }

    public static void fill(char[] array, int from, int to, char value) {
        java.util.Arrays.fill(array, from, to, value);
    }

    public static int hashCode(char[] array) {
        return java.util.Arrays.hashCode(array);
    }

    public static int mismatch(char[] one, char[] other) {
        return java.util.Arrays.mismatch(one, other);
    }

    public static void sort(char[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(char[] array, int from, int to) {
        if (to - from <= FEW) {
            java.util.Arrays.sort(array, from, to);
            return;
        }
        check(from, to, array.length);
        int[] numbers = new int[to - from];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = array[from + i];
        }
        java.util.Arrays.sort(numbers);
        for (int i = 0; i < numbers.length; i++) {
            array[from + i] = (char) numbers[i];
        }
    }

    public static String toString(char[] array) {
        return java.util.Arrays.toString(array);
    }

    public static int binarySearch(double[] array, double value) {
        return java.util.Arrays.binarySearch(array, value);
    }

    public static int compare(double[] one, double[] other) {
        return java.util.Arrays.compare(one, other);
    }

    public static double[] copyOf(double[] array, int length) {
        return java.util.Arrays.copyOf(array, length);
    }

    public static double[] copyOfRange(double[] array, int from, int to) {
        return java.util.Arrays.copyOfRange(array, first(from, to), to);
    }

    public static boolean equals(double[] one, double[] other) {
        return java.util.Arrays.equals(one, other);
    }

    public static void fill(double[] array, double value) {
        java.util.Arrays.fill(array, value);
    }

    public static void fill(double[] array, int from, int to, double value) {
        java.util.Arrays.fill(array, from, to, value);
    }

    public static int hashCode(double[] array) {
        return java.util.Arrays.hashCode(array);
    }

    public static int mismatch(double[] one, double[] other) {
        return java.util.Arrays.mismatch(one, other);
    }

    public static void sort(double[] array) {
        java.util.Arrays.sort(array);
    }

    public static void sort(double[] array, int from, int to) {
        java.util.Arrays.sort(array, from, to);
    }

    public static String toString(double[] array) {
        return java.util.Arrays.toString(array);
    }

    public static int binarySearch(float[] array, float value) {
        return java.util.Arrays.binarySearch(array, value);
    }

    public static int compare(float[] one, float[] other) {
        return java.util.Arrays.compare(one, other);
    }

    public static float[] copyOf(float[] array, int length) {
        return java.util.Arrays.copyOf(array, length);
    }

    public static float[] copyOfRange(float[] array, int from, int to) {
        return java.util.Arrays.copyOfRange(array, first(from, to), to);
    }

    public static boolean equals(float[] one, float[] other) {
        return java.util.Arrays.equals(one, other);
    }

    public static void fill(float[] array, float value) {
        java.util.Arrays.fill(array, value);
    }

    public static void fill(float[] array, int from, int to, float value) {
        java.util.Arrays.fill(array, from, to, value);
    }

    public static int hashCode(float[] array) {
        return java.util.Arrays.hashCode(array);
    }

    public static int mismatch(float[] one, float[] other) {
        return java.util.Arrays.mismatch(one, other);
    }

    public static void sort(float[] array) {
        java.util.Arrays.sort(array);
    }

    public static void sort(float[] array, int from, int to) {
        java.util.Arrays.sort(array, from, to);
    }

    public static String toString(float[] array) {
        return java.util.Arrays.toString(array);
    }

    public static int binarySearch(int[] array, int value) {
        return java.util.Arrays.binarySearch(array, value);
    }

    public static int compare(int[] one, int[] other) {
        return java.util.Arrays.compare(one, other);
    }

    public static int[] copyOf(int[] array, int length) {
        return java.util.Arrays.copyOf(array, length);
    }

    public static int[] copyOfRange(int[] array, int from, int to) {
        return java.util.Arrays.copyOfRange(array, first(from, to), to);
    }

    public static boolean equals(int[] one, int[] other) {
        return java.util.Arrays.equals(one, other);
    }

    public static void fill(int[] array, int value) {
        java.util.Arrays.fill(array, value);
    }

    public static void fill(int[] array, int from, int to, int value) {
        java.util.Arrays.fill(array, from, to, value);
    }

    public static int hashCode(int[] array) {
        return java.util.Arrays.hashCode(array);
    }

    public static int mismatch(int[] one, int[] other) {
        return java.util.Arrays.mismatch(one, other);
    }

    public static void sort(int[] array) {
        java.util.Arrays.sort(array);
    }

    public static void sort(int[] array, int from, int to) {
        java.util.Arrays.sort(array, from, to);
    }

    public static String toString(int[] array) {
        return java.util.Arrays.toString(array);
    }

    public static int binarySearch(long[] array, long value) {
        return java.util.Arrays.binarySearch(array, value);
    }

    public static int compare(long[] one, long[] other) {
        return java.util.Arrays.compare(one, other);
    }

    public static long[] copyOf(long[] array, int length) {
        return java.util.Arrays.copyOf(array, length);
    }

    public static long[] copyOfRange(long[] array, int from, int to) {
        return java.util.Arrays.copyOfRange(array, first(from, to), to);
    }

    public static boolean equals(long[] one, long[] other) {
        return java.util.Arrays.equals(one, other);
    }

    public static void fill(long[] array, long value) {
        java.util.Arrays.fill(array, value);
    }

    public static void fill(long[] array, int from, int to, long value) {
        java.util.Arrays.fill(array, from, to, value);
    }

    public static int hashCode(long[] array) {
        return java.util.Arrays.hashCode(array);
    }

    public static int mismatch(long[] one, long[] other) {
        return java.util.Arrays.mismatch(one, other);
    }

    public static void sort(long[] array) {
        java.util.Arrays.sort(array);
    }

    public static void sort(long[] array, int from, int to) {
        java.util.Arrays.sort(array, from, to);
    }

    public static String toString(long[] array) {
        return java.util.Arrays.toString(array);
    }

    public static int binarySearch(short[] array, short value) {
        return java.util.Arrays.binarySearch(array, value);
    }

    public static int compare(short[] one, short[] other) {
        return java.util.Arrays.compare(one, other);
    }

    public static short[] copyOf(short[] array, int length) {
        return java.util.Arrays.copyOf(array, length);
    }

    public static short[] copyOfRange(short[] array, int from, int to) {
        return java.util.Arrays.copyOfRange(array, first(from, to), to);
    }

    public static boolean equals(short[] one, short[] other) {
        return java.util.Arrays.equals(one, other);
    }

    public static void fill(short[] array, short value) {
        java.util.Arrays.fill(array, value);
    }

    public static void fill(short[] array, int from, int to, short value) {
        java.util.Arrays.fill(array, from, to, value);
    }

    public static int hashCode(short[] array) {
        return java.util.Arrays.hashCode(array);
    }

    public static int mismatch(short[] one, short[] other) {
        return java.util.Arrays.mismatch(one, other);
    }

    public static void sort(short[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(short[] array, int from, int to) {
        if (to - from <= FEW) {
            java.util.Arrays.sort(array, from, to);
            return;
        }
        check(from, to, array.length);
        int[] numbers = new int[to - from];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = array[from + i];
        }
        java.util.Arrays.sort(numbers);
        for (int i = 0; i < numbers.length; i++) {
            array[from + i] = (short) numbers[i];
        }
    }

    public static String toString(short[] array) {
        return java.util.Arrays.toString(array);
    }

    /** A list that is an array: what is set in one is set in the other. */
    private static final class View<E> extends AbstractList<E> {
        private final E[] items;

        View(E[] items) {
            this.items = Objects.requireNonNull(items);
        }

        @Override
        public int size() {
            return items.length;
        }

        @Override
        public E get(int index) {
            return items[index];
        }

        @Override
        public E set(int index, E element) {
            E before = items[index];
            items[index] = element;
            return before;
        }

        @Override
        public void replaceAll(UnaryOperator<E> operator) {
            Objects.requireNonNull(operator);
            for (int i = 0; i < items.length; i++) {
                items[i] = operator.apply(items[i]);
            }
        }

        @Override
        public void sort(Comparator<? super E> order) {
            MergeSort.sort(items, 0, items.length, order);
        }
    }
}
