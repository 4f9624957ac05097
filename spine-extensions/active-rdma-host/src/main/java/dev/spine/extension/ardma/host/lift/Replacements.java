package dev.spine.extension.ardma.host.lift;

import java.util.Map;
import java.util.Set;

/**
 * Static methods that stand for those of the JDK. They are lifted in their place, so that a routine has the same bytes and the same steps
 * with every JDK.
 */
final class Replacements {
    private static final Map<String, Set<String>> REPLACED = Map.of(
        "java/lang/Math", Set.of("min", "max", "abs"),
        "java/lang/Integer", Set.of("min", "max", "compare", "compareUnsigned", "rotateLeft", "rotateRight"),
        "java/lang/Long", Set.of("min", "max", "compare", "compareUnsigned", "rotateLeft", "rotateRight"));

    private Replacements() {}

    /** Whether a method of the JDK is replaced by the one of the same name and descriptor here. */
    static boolean has(MethodName called) {
        return REPLACED.getOrDefault(called.owner(), Set.of()).contains(called.name()) && called.descriptor().matches("\\([IJ]+\\)[IJ]");
    }

    static int min(int first, int second) {
        return first <= second ? first : second;
    }

    static long min(long first, long second) {
        return first <= second ? first : second;
    }

    static int max(int first, int second) {
        return first >= second ? first : second;
    }

    static long max(long first, long second) {
        return first >= second ? first : second;
    }

    static int abs(int value) {
        return value < 0 ? -value : value;
    }

    static long abs(long value) {
        return value < 0 ? -value : value;
    }

    static int compare(int first, int second) {
        return first < second ? -1 : first == second ? 0 : 1;
    }

    static int compare(long first, long second) {
        return first < second ? -1 : first == second ? 0 : 1;
    }

    static int compareUnsigned(int first, int second) {
        return compare(first + Integer.MIN_VALUE, second + Integer.MIN_VALUE);
    }

    static int compareUnsigned(long first, long second) {
        return compare(first + Long.MIN_VALUE, second + Long.MIN_VALUE);
    }

    static int rotateLeft(int value, int distance) {
        return value << distance | value >>> -distance;
    }

    static long rotateLeft(long value, int distance) {
        return value << distance | value >>> -distance;
    }

    static int rotateRight(int value, int distance) {
        return value >>> distance | value << -distance;
    }

    static long rotateRight(long value, int distance) {
        return value >>> distance | value << -distance;
    }
}
