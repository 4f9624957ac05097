package dev.spine.iop.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentMeterTest {
    private static final long SLOW_NS = 200_000;
    private static final int SLOW_PIECES = 64;
    private static final int INTERVALS = 300;
    private static final int PIECES_OF_AN_INTERVAL = 20;

    /** The live engine times some steps only: what it makes of all may be less later than before. */
    @Test
    void noTimeBetweenTwoReadingsIsNegative() {
        DeliveryList<Token> list = DeliveryList.singleProducer("tokens", 64);
        int[] taken = {0};
        List<Double> negative = new ArrayList<>();
        try (LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1)) {
            FunctionAgent sender = engine.add("a", ProcessorSpec.THIS_MACHINE, context -> new FunctionAgent(context, limit -> 0));
            FunctionAgent worker = engine.add("b", ProcessorSpec.THIS_MACHINE, context -> new FunctionAgent(context, limit -> {
                if (list.poll() == null) {
                    return 0;
                }
                // Set-up takes long, what comes after it does not.
                for (long end = System.nanoTime() + (taken[0] < SLOW_PIECES ? SLOW_NS : 0); System.nanoTime() - end < 0;) {
                    Thread.onSpinWait();
                }
                taken[0]++;
                return 1;
            }));
            engine.start();
            work(engine, sender, worker, list, taken, SLOW_PIECES);
            for (int i = 0; i < INTERVALS; i++) {
                AgentMeter before = engine.meter(worker);
                work(engine, sender, worker, list, taken, PIECES_OF_AN_INTERVAL);
                double seconds = engine.meter(worker).since(before).processorSeconds();
                if (seconds < 0) {
                    negative.add(seconds);
                }
            }
        }
        assertEquals(List.of(), negative);
    }

    private static void work(LiveEngine engine, FunctionAgent sender, FunctionAgent worker, DeliveryList<Token> list, int[] taken,
        int pieces) {
        int before = engine.tasks(worker).call(() -> taken[0]);
        engine.tasks(sender).run(() -> {
            for (int i = 0; i < pieces; i++) {
                sender.context().deliver(list, new Token(i));
            }
        });
        engine.tasks(worker).await("the work", () -> taken[0] == before + pieces);
        engine.tasks(worker).run(() -> { });
    }

    @Test
    void everyStepOfAnIntervalCountsAsTheTimedOnesOfIt() {
        AgentMeter before = new AgentMeter(100, 0, 100, 10, 10);
        assertEquals(100, before.processorSeconds());
        assertEquals(50 * 0.1, new AgentMeter(150, 0, 150, 30, 12).since(before).processorSeconds(), 1e-12);
    }

    @Test
    void anIntervalWithoutATimedStepCountsAsTheTimedOnesBeforeIt() {
        AgentMeter before = new AgentMeter(100, 0, 100, 10, 20);
        assertEquals(7 * 2, new AgentMeter(107, 0, 107, 10, 20).since(before).processorSeconds(), 1e-12);
        assertEquals(0, before.since(before).processorSeconds());
        assertTrue(AgentMeter.NOTHING.since(AgentMeter.NOTHING).processorSeconds() == 0);
    }
}
