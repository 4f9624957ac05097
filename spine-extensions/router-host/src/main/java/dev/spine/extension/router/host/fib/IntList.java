package dev.spine.extension.router.host.fib;

import java.util.Arrays;

/** A growing list of numbers. */
final class IntList {
    private int[] items = new int[64];
    private int size;

    int size() {
        return size;
    }

    int get(int index) {
        return items[index];
    }

    void add(int item) {
        if (size == items.length) {
            items = Arrays.copyOf(items, 2 * size);
        }
        items[size++] = item;
    }

    void clear() {
        size = 0;
        if (items.length > 1 << 16) {
            items = new int[64];
        }
    }
}
