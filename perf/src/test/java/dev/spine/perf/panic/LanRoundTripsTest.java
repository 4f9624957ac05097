package dev.spine.perf.panic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.panic.LanRoundTrips.Cards;
import org.junit.jupiter.api.Test;

/** Round trips through the LAN OSM, with and without the virtual machine of PANIC on the cards. */
class LanRoundTripsTest {
    private static final String PANIC = "lanai-25-sbus";
    private static final long SEED = Long.getLong("spine.seed", 1);
    /** One makes a point; -Dspine.panic.experiments=100 makes as many as were published. */
    private static final int EXPERIMENTS = Integer.getInteger("spine.panic.experiments", 1);

    @Test
    void anIdleMachineChangesThemByNoMoreThanOnePercent() {
        LanRoundTrips bare = LanRoundTrips.run(PANIC, Cards.BARE, EXPERIMENTS, SEED);
        LanRoundTrips idle = LanRoundTrips.run(PANIC, Cards.WITH_IDLE_MACHINE, EXPERIMENTS, SEED);

        for (int i = 0; i < bare.sizes().size(); i++) {
            assertEquals(1, idle.us().get(i) / bare.us().get(i), 0.01, idle + " beside " + bare);
        }
        assertTrue(bare.us().getLast() > bare.us().getFirst(), "the data take time");
    }
}
