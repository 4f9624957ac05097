package dev.spine.peer;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Assertions;

/** Counts over all seeds of a case what really happened, so that a test that hurts nobody is noticed: printed, and none may be 0. */
final class Tally {
    private final Map<String, Long> counts = new LinkedHashMap<>();

    void add(String what, long count) {
        counts.merge(what, count, Long::sum);
    }

    /**
     * Prints the counts.
     *
     * @param title whose they are
     * @param seeds how many were run; of one alone nothing is demanded
     */
    void report(String title, int seeds) {
        System.out.println(title + ": " + seeds + " seeds, " + counts);
        if (seeds > 1) {
            counts.forEach((what, count) -> Assertions.assertTrue(count > 0, () -> "none: " + what + " in " + counts));
        }
    }
}
