package dev.spine.perf.ardma;

import java.util.Locale;
import java.util.function.IntPredicate;

/**
 * From which depth of a structure on one path is faster than another. Any thread.
 *
 * @param kind the structure
 * @param path the path
 * @param against the other one
 * @param from the depth; {@link #NEVER} when it is not faster at the largest one
 */
record DepthCrossing(LookupStructure.Kind kind, LookupPath path, LookupPath against, int from) {
    /** At none of the depths. */
    static final int NEVER = -1;

    /**
     * {@return the smallest depth at which a path is faster, as it stays then}
     *
     * @param least the smallest depth
     * @param most the largest one
     * @param isFaster asked at a few of them
     */
    static int find(int least, int most, IntPredicate isFaster) {
        if (!isFaster.test(most)) {
            return NEVER;
        }
        int low = least;
        int high = most;
        while (low < high) {
            int middle = low + high >>> 1;
            if (isFaster.test(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** {@return the same in words} */
    String text() {
        String name = kind.name().toLowerCase(Locale.ROOT);
        return from == NEVER ? String.format(Locale.ROOT, "%s: %s is at no depth faster than %s", name, path.title(), against.title())
            : String.format(Locale.ROOT, "%s: %s is faster than %s from depth %,d on", name, path.title(), against.title(), from);
    }
}
