package dev.spine.iop.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.engine.modelled.ModelledEngine;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The same agents on every engine give the same traces per sender, receiver and function. */
class EnginesAgreeTest {
    private static final int MESSAGES = 1_000;
    private static final int[] ORDER = {0, 1, 2, 3, 4, 5};

    private final long seed = Long.getLong("spine.seed", new Random().nextLong());
    private final String again = "run again with -Dspine.seed=" + seed;

    private Map<String, List<Integer>> traces(Engine engine) {
        return new RelaySystem(engine, MESSAGES, ORDER).run();
    }

    @Test
    void liveAndModelledTracesAreEqual() {
        Map<String, List<Integer>> modelled = traces(new ModelledEngine(TestProfile.machine(), seed));
        assertEquals(modelled, traces(new LiveEngine(ThreadLayout.ONE_CORE, seed)), again);
        assertEquals(modelled, traces(new LiveEngine(ThreadLayout.twoCore(path -> path.contains("relay") ? 1 : 0), seed)), again);
    }

    @Test
    void liveAndModelledAccountsAreEqual() {
        RelaySystem modelled = new RelaySystem(new ModelledEngine(TestProfile.machine(), seed), MESSAGES, ORDER);
        RelaySystem live = new RelaySystem(new LiveEngine(ThreadLayout.ONE_CORE, seed), MESSAGES, ORDER);
        modelled.run();
        live.run();
        for (int id = 0; id <= 2; id++) {
            BusAgent busAgent = new BusAgent(id, "any");
            assertEquals(modelled.bus().account(busAgent).snapshot(), live.bus().account(busAgent).snapshot(), again);
        }
    }

    @Test
    void oneSeedGivesOneRun() {
        ModelledEngine first = new ModelledEngine(TestProfile.machine(), seed);
        ModelledEngine second = new ModelledEngine(TestProfile.machine(), seed);
        assertEquals(traces(first), traces(second), again);
        assertEquals(first.digest(), second.digest(), again);
        assertEquals(first.eventNumber(), second.eventNumber(), again);
        assertEquals(first.nowNs(), second.nowNs(), again);
    }

    @Test
    void theOrderInWhichAgentsAreAddedDoesNotMatter() {
        ModelledEngine straight = new ModelledEngine(TestProfile.machine(), seed);
        traces(straight);
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 10; round++) {
            int[] order = ORDER.clone();
            for (int i = order.length - 1; i > 0; i--) {
                int other = random.nextInt(i + 1);
                int swapped = order[i];
                order[i] = order[other];
                order[other] = swapped;
            }
            ModelledEngine shuffled = new ModelledEngine(TestProfile.machine(), seed);
            new RelaySystem(shuffled, MESSAGES, order).run();
            assertEquals(straight.digest(), shuffled.digest(), again);
            assertEquals(straight.nowNs(), shuffled.nowNs(), again);
        }
    }

    @Test
    void anotherSeedGivesAnotherRunWhereRandomnessIsUsed() {
        ModelledEngine first = new ModelledEngine(TestProfile.machine(), seed);
        ModelledEngine second = new ModelledEngine(TestProfile.machine(), seed + 1);
        assertNotEquals(traces(first), traces(second), again);
        assertNotEquals(first.digest(), second.digest(), again);
    }
}
