package dev.spine.perf.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.ServiceLevel;
import dev.spine.system.profile.ProfileFile;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("SS-56")
class StormTest {
    private static final long DURATION_NS = 20_000_000;

    private static StormResult run(String traffic, int nodes, ServiceLevel level, int buffers, long seed, int threads) {
        StormPlan plan = new StormPlan(Traffic.parse(traffic), nodes, level, StormPlan.WINDOW, buffers, DURATION_NS);
        try (Storm storm = new Storm(plan, ProfileFile.find("lanai-33 with iop.cycles.unit=0.1"), seed)) {
            StormResult result = storm.run(threads);
            storm.verify();
            return result;
        }
    }

    @ParameterizedTest
    @CsvSource({"permutation, UNRELIABLE, 64", "uniform, UNRELIABLE, 4", "incast:7, UNRELIABLE, 4", "hot-spot:50, UNRELIABLE, 4",
        "all-reduce, UNRELIABLE, 64", "incast:7, RETURN_TO_SENDER, 4", "incast:7, RELIABLE, 4", "all-reduce, RELIABLE, 64"})
    void whatIsSentIsDeliveredOrCountedAsDropped(String traffic, ServiceLevel level, int buffers) {
        StormResult result = run(traffic, 8, level, buffers, 1, 1);
        StormResult.Frames frames = result.frames();
        assertTrue(result.answered() > 0);
        assertEquals(frames.sent(), frames.received() + frames.noBuffer(), result.toString());
        assertEquals(0, result.unanswered(), result.toString());
        assertEquals(result.received(), result.answers() + frames.answersDropped(), result.toString());
        if (level == ServiceLevel.UNRELIABLE) {
            assertEquals(result.sent() + result.answers(),
                result.received() + result.answered() + result.late() + frames.noBuffer() + frames.lost(), result.toString());
        }
        if (level == ServiceLevel.RELIABLE) {
            assertEquals(result.sent(), result.received(), result.toString());
            assertEquals(0, result.givenUp(), result.toString());
        }
        assertEquals(result.answered(), result.latencies().classes().stream().mapToLong(Long::longValue).sum());
    }

    @Test
    void receiversThatRunShortDropOnTheUnreliableLevelAndHoldSendersOnTheReliableOne() {
        StormResult enough = run("incast:15", 16, ServiceLevel.UNRELIABLE, 64, 1, 1);
        assertEquals(0, enough.dropPercent());
        assertTrue(enough.fairness() > 0.99, enough.toString());
        StormResult unreliable = run("incast:15", 16, ServiceLevel.UNRELIABLE, 8, 1, 1);
        assertTrue(unreliable.givenUp() > 0 && unreliable.dropPercent() > 0, unreliable.toString());
        assertTrue(unreliable.fairness() < 0.99, unreliable.toString());
        StormResult reliable = run("incast:15", 16, ServiceLevel.RELIABLE, 8, 1, 1);
        assertTrue(reliable.frames().repeated() > 0, reliable.toString());
        assertEquals(0, reliable.givenUp(), reliable.toString());
        assertTrue(reliable.goodput() < unreliable.goodput(), () -> reliable + " and " + unreliable);
    }

    @Test
    void oneSeedMakesOneRunAndAnotherAnother() {
        StormResult one = run("hot-spot:50", 12, ServiceLevel.UNRELIABLE, 8, 3, 1);
        assertEquals(one, run("hot-spot:50", 12, ServiceLevel.UNRELIABLE, 8, 3, 2));
        assertNotEquals(one.digest(), run("hot-spot:50", 12, ServiceLevel.UNRELIABLE, 8, 4, 1).digest());
    }

    @Test
    void fairnessIsJainsIndex() {
        assertEquals(1, of(5, 5, 5, 5).fairness(), 1e-9);
        assertEquals(0.25, of(0, 8, 0, 0).fairness(), 1e-9);
        assertEquals(0.9, of(1, 2).fairness(), 1e-9);
    }

    private static StormResult of(long... inTime) {
        return new StormResult(1, 0, 0, 0, 0, 0, 0, 0, new StormResult.Frames(0, 0, 0, 0, 0, 0, 0), new Latencies(List.of(), 0),
            Arrays.stream(inTime).boxed().toList(), DURATION_NS, 0);
    }

    @Test
    void quantilesLieInTheirClasses() {
        // 10 answers from 8,192 ns on, 10 from 10,240 ns on, the longest 11,000.
        Latencies latencies = new Latencies(List.of(10L, 10L, 0L), 11_000);
        assertEquals(8_192 + 1_024, latencies.quantileNs(0.25));
        assertEquals(10_240, latencies.quantileNs(0.5));
        assertEquals(11_000, latencies.quantileNs(1));
        assertEquals(0, new Latencies(List.of(0L), 0).quantileNs(0.5));
    }
}
