package dev.spine.host.nbd;

import java.util.Random;

/** Random cases that can be run again: a failure names its seed, {@code -Dspine.seed=SEED} repeats it. */
final class Seeded {
    /** One case. */
    @FunctionalInterface
    interface Case {
        /** Draws what it needs from {@code random} and asserts. */
        void run(Random random);
    }

    private Seeded() {
    }

    static long seed() {
        return Long.getLong("spine.seed", new Random().nextLong());
    }

    /** Runs a number of cases from one seed. */
    static void cases(int count, Case oneCase) {
        long seed = seed();
        Random random = new Random(seed);
        for (int i = 0; i < count; i++) {
            try {
                oneCase.run(random);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("case " + i + ", run again with -Dspine.seed=" + seed + ": " + e.getMessage(), e);
            }
        }
    }

    /** A number below {@code bound} that is often small, often near the bound: where mistakes live. */
    static int edgy(Random random, int bound) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(Math.min(bound, 4));
            case 1 -> bound - 1 - random.nextInt(Math.min(bound, 4));
            default -> random.nextInt(bound);
        };
    }
}
