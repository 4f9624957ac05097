package dev.spine.extension.panic.program;

/** Code offsets in ascending order, each with a value that holds from there to the next one. */
final class CodeTable {
    private final int[] offsets;
    private final int[] values;

    CodeTable(int[] offsets, int[] values) {
        this.offsets = offsets;
        this.values = values;
    }

    int size() {
        return offsets.length;
    }

    int offset(int index) {
        return offsets[index];
    }

    /** The value at an offset; 0 before the first entry. */
    int valueAt(int offset) {
        int index = atOrBefore(offset);
        return index < 0 ? 0 : values[index];
    }

    boolean has(int offset) {
        int index = atOrBefore(offset);
        return index >= 0 && offsets[index] == offset;
    }

    /** The last entry that is not behind an offset, or -1. */
    int atOrBefore(int offset) {
        int low = 0;
        int high = offsets.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (offsets[middle] <= offset) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }
}
