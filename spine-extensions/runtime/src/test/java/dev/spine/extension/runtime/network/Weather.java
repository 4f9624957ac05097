package dev.spine.extension.runtime.network;

import java.util.SplittableRandom;

/**
 * What a wire does to frames.
 *
 * @param lost how many of 1,000 never arrive
 * @param repeated how many of 1,000 arrive twice
 * @param delayed how many of 1,000 arrive after others that were sent later
 */
record Weather(int lost, int repeated, int delayed) {
    static final Weather FINE = new Weather(0, 0, 0);

    static Weather ofSeed(SplittableRandom random) {
        return new Weather(random.nextInt(301), random.nextInt(101), random.nextInt(201));
    }
}
