package dev.spine.extension.router.host;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Many lives of a router: {@link RouterSeed}. Always the same ones unless {@code -Dspine.seed} says where to begin;
 * {@code -Dspine.seeds} says how many, about a second each.
 */
class RouterSeedTest {
    private static final long FIRST = Long.getLong("spine.seed", 1_998);

    private static void run(int count) {
        for (int i = 0; i < count; i++) {
            long seed = FIRST + i;
            try (RouterSeed life = new RouterSeed(seed)) {
                life.run();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("with -Dspine.seed=" + seed + ": " + e.getMessage(), e);
            }
        }
    }

    @Test
    void noLifeBringsAPacketTwiceOrByAWithdrawnRoute() {
        run(Integer.getInteger("spine.seeds", 8));
    }

    @Test
    @Tag("full")
    void noneOfManyLivesBringsAPacketTwiceOrByAWithdrawnRoute() {
        run(Integer.getInteger("spine.seeds", 100));
    }
}
