package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/** Sorts objects: a stable merge sort, with half of the length as room, and at most n log n comparisons. */
@NullUnmarked
final class MergeSort {
    /** As many are sorted by inserting one after the other. */
    private static final int SHORT = 8;

    private MergeSort() {}

    @SuppressWarnings("unchecked") // the order fails as the JDK's when it cannot compare
    static void sort(Object[] array, int from, int to, Comparator<?> order) {
        Comparator<Object> total = (Comparator<Object>) Comparators.orNatural(order);
        int length = to - from;
        if (length <= SHORT) {
            insert(array, from, to, total);
        } else {
            sort(array, from, to, new Object[length >>> 1], total);
        }
    }

    private static void sort(Object[] array, int from, int to, Object[] room, Comparator<Object> order) {
        if (to - from <= SHORT) {
            insert(array, from, to, order);
            return;
        }
        int middle = (from + to) >>> 1;
        sort(array, from, middle, room, order);
        sort(array, middle, to, room, order);
        if (order.compare(array[middle - 1], array[middle]) > 0) {
            merge(array, from, middle, to, room, order);
        }
    }

    private static void insert(Object[] array, int from, int to, Comparator<Object> order) {
        for (int i = from + 1; i < to; i++) {
            Object element = array[i];
            int low = from;
            int high = i;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (order.compare(element, array[middle]) < 0) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            System.arraycopy(array, low, array, low + 1, i - low);
            array[low] = element;
        }
    }

    private static void merge(Object[] array, int from, int middle, int to, Object[] room, Comparator<Object> order) {
        int left = middle - from;
        System.arraycopy(array, from, room, 0, left);
        int i = 0;
        int j = middle;
        int at = from;
        while (i < left && j < to) {
            if (order.compare(array[j], room[i]) < 0) {
                array[at++] = array[j++];
            } else {
                array[at++] = room[i++];
            }
        }
        System.arraycopy(room, i, array, at, left - i);
    }
}
