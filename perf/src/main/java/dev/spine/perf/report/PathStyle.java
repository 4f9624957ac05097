package dev.spine.perf.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Which colour, dashes and mark a line or bar has: a path the same in every plot, whatever stands beside it; everything else what is
 * left. Any thread.
 */
public final class PathStyle {
    private static final List<String> PATHS = List.of("host", "i2o", "spine", "host-header", "splice", "alone");

    private PathStyle() {}

    /**
     * {@return the numbers of the styles of one plot, in order}
     *
     * @param labels names of paths, or of other things
     */
    public static List<Integer> numbers(List<String> labels) {
        List<Integer> free = new ArrayList<>();
        for (int number = 0; number < PATHS.size() + labels.size(); number++) {
            if (number >= PATHS.size() || !labels.contains(PATHS.get(number))) {
                free.add(number);
            }
        }
        List<Integer> numbers = new ArrayList<>();
        for (String label : labels) {
            int number = PATHS.indexOf(label);
            numbers.add(number < 0 ? free.removeFirst() : number);
        }
        return numbers;
    }
}
