package dev.spine.perf.panic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Where the time of a program's handler goes. */
class HandlerCostsTest {
    private static final String PANIC = "lanai-25-sbus";
    private static final long SEED = Long.getLong("spine.seed", 1);
    private static final double EXACT = 1e-3;

    private static HandlerCosts costs;

    @BeforeAll
    static void run() {
        costs = HandlerCosts.run(PANIC, SEED);
    }

    @Test
    void dmaTakesWhatTheBusTakesForTheSize() {
        // Set-up, and for 1,024 words and 64 bursts of six more cycles 40 ns each.
        double setUp = costs.mean(0, HandlerCost::dmaUs) - (4 + 6) * 0.04;
        assertEquals(setUp + (1_024 + 64 * 6) * 0.04, costs.mean(costs.sizes().size() - 1, HandlerCost::dmaUs), EXACT);
    }

    @Test
    void theInterpreterDoesNotSeeTheSizeNorThePhase() {
        double usual = costs.mean(0, HandlerCost::interpreterUs);
        assertTrue(usual > 0);
        costs.runs().forEach(runs -> {
            assertEquals(HandlerCosts.RUNS, runs.size());
            runs.forEach(run -> assertEquals(usual, run.interpreterUs(), EXACT));
        });
        assertEquals(0, costs.spread(HandlerCost::interpreterUs), EXACT);
    }

    @Test
    void eachStatementReachesDeliverOnceAndMovesOnce() {
        HandlerCost one = costs.delivers().getFirst();
        assertEquals(HandlerCosts.MAX_STATEMENTS, costs.delivers().size());
        for (int i = 0; i < costs.delivers().size(); i++) {
            assertEquals((i + 1) * one.deliverUs(), costs.delivers().get(i).deliverUs(), EXACT);
            assertEquals((i + 1) * one.dmaUs(), costs.delivers().get(i).dmaUs(), EXACT);
        }
    }

    @Test
    void aStatementThatAsksForNothingIsInterpretedOnly() {
        for (HandlerCost each : costs.assignments()) {
            assertEquals(0, each.deliverUs() + each.dmaUs());
        }
        assertTrue(costs.assignments().getLast().interpreterUs() > costs.assignments().getFirst().interpreterUs());
    }

    @Test
    void startUpIsWhatALineThroughTheTimesHasAtNoStatement() {
        assertEquals(0.75, HandlerCosts.startUpPart(List.of(interpreter(8), interpreter(10), interpreter(12))), EXACT);
        assertEquals(0, HandlerCosts.startUpPart(List.of(interpreter(5), interpreter(10), interpreter(15))), EXACT);
        assertTrue(HandlerCosts.startUpPart(costs.assignments()) > HandlerCosts.startUpPart(costs.delivers()),
            "a statement that waits for a transfer costs the interpreter more");
    }

    private static HandlerCost interpreter(double us) {
        return new HandlerCost(1, us, 1, 1);
    }

    @Test
    void aPartOfATimeIsInNoOther() {
        HandlerCost usual = costs.delivers().getFirst();
        HandlerCost slow = HandlerCosts.run(PANIC + " with iop.cycles.unit=1.204", SEED).delivers().getFirst();
        assertEquals(2, slow.interpreterUs() / usual.interpreterUs(), EXACT);
        assertEquals(usual.dmaUs(), slow.dmaUs(), EXACT, "the engine does not see what code costs");
    }
}
