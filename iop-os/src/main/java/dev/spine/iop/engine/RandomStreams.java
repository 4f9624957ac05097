package dev.spine.iop.engine;

import java.util.SplittableRandom;

/** Derives one stream of randomness per component from the run's seed, so that adding a component changes no other's stream. Any thread. */
public final class RandomStreams {
    private RandomStreams() {}

    /**
     * {@return the stream of the component at {@code path}; the same for the same arguments, forever}
     *
     * @param seed the run's seed
     * @param path the component's path
     */
    public static SplittableRandom of(long seed, String path) {
        long hash = seed ^ 0x9E3779B97F4A7C15L;
        for (int i = 0; i < path.length(); i++) {
            hash = (hash ^ path.charAt(i)) * 0x100000001B3L;
            hash ^= hash >>> 29;
        }
        return new SplittableRandom(hash);
    }
}
