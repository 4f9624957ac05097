package dev.spine.peer;

import java.util.function.LongConsumer;

/** Runs a case with many seeds; a failing seed is printed and can be run alone with {@code -Dspine.seed=N}. */
final class Seeds {
    private static final String PROPERTY = "spine.seed";

    private Seeds() {
    }

    /** Runs the seeds 1 to {@code count}, or the one that was asked for, and returns how many were run. */
    static int run(int count, LongConsumer body) {
        String given = System.getProperty(PROPERTY);
        long first = given == null ? 1 : Long.parseLong(given);
        long end = given == null ? first + count : first + 1;
        for (long seed = first; seed < end; seed++) {
            try {
                body.accept(seed);
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed + " failed; run it again with -D" + PROPERTY + "=" + seed, e);
            }
        }
        return (int) (end - first);
    }
}
