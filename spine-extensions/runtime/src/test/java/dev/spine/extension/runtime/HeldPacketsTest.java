package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.limits.CodeLimits;
import dev.spine.extension.runtime.limits.InstanceLimits;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sample.Hoarder;

/** No packet comes in the place of one that is still held, whatever was kept, narrowed, passed or released before it. */
@Tag("SS-24")
class HeldPacketsTest {
    private static final long SEED = Long.getLong("spine.seed", System.nanoTime());
    private static final int ROUNDS = 40;
    /** Fewer than the port of a test has memory for. */
    private static final int PACKETS = 60;

    @Test
    void whatIsHeldStaysWhatItWasAndAllOfItGoesHome() {
        Random random = new Random(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            String where = "spine.seed=" + SEED + " round " + round;
            // Few of each, so that there are none at times.
            try (Card card = new Card(new InstanceLimits(4 + random.nextInt(8), 8, 3 + random.nextInt(8), 4, 8, CodeLimits.STANDARD))) {
                int hoarder = card.loaded(Hoarder.class);
                boolean fails = random.nextInt(4) == 0;
                for (int i = 0; i < PACKETS; i++) {
                    card.port.arrive(HoarderPacket.of(fails && i == PACKETS / 2 ? 5 : random.nextInt(5), random.nextInt(12), i));
                    if (random.nextInt(4) == 0) {
                        card.settle();
                    }
                }
                card.settle();
                assertTrue(fails || card.inspect(hoarder).state().equals("running"), where);
                ExtensionInstance instance = Objects.requireNonNull(card.runtime.card().table().get(hoarder));
                assertEquals(0, instance.counters().counter("wrong").value(), where);
                card.unload(hoarder);
                card.settle();
                assertEquals(0, card.runtime.card().parts().memory().used(), where);
                // Packets that found no lease went home at once, all others when nobody held them any more.
                assertEquals(PACKETS, card.port.returned + card.port.home.size(), where);
            }
        }
    }
}
