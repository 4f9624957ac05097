package dev.spine.extension.router.host;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Many lives of a router: {@link RouterSeed}. Always the same ones unless {@code -Dspine.seed} says where to begin and
 * {@code -Dspine.seeds} how many; which ones they are is printed.
 */
class RouterSeedTest {
    private static final long FIRST = Long.getLong("spine.seed", 1_998);

    private static void run(int standard) {
        int count = Integer.getInteger("spine.seeds", standard);
        System.out.println("RouterSeedTest seeds " + FIRST + " to " + (FIRST + count - 1) + ": -Dspine.seed=" + FIRST + " -Dspine.seeds="
            + count);
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
        run(8);
    }

    @Test
    @Tag("full")
    void noneOfManyLivesBringsAPacketTwiceOrByAWithdrawnRoute() {
        run(40);
    }
}
