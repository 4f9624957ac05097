package dev.spine.perf.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.report.ComparisonResults;
import dev.spine.perf.report.FoundTables;
import dev.spine.perf.report.RecordJson;
import dev.spine.system.output.Progress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ForwardSearchTest {
    private static ComparisonResults run(String engine, List<String> paths, List<FrameSizes> sizes, double trialSeconds) {
        ForwardSearch search = new ForwardSearch(new SearchPlan(paths, List.of(engine), List.of("one-core"), "lanai-33", 1, trialSeconds,
            0.05, ForwardInput.made(sizes, 10), Set.of(RateTest.values())), Progress.silent());
        search.run(FoundTables.NOBODY);
        return search;
    }

    private static double number(Map<String, Object> record, String field) {
        return ((Number) record.get(field)).doubleValue();
    }

    @Test
    @Tag("full")
    void onTheModelledEngineTheThroughputIsExactAndNoMoreThanTheWireCarries() {
        List<FrameSizes> sizes = List.of(FrameSizes.of(64), FrameSizes.IMIX);
        ComparisonResults found = run("modelled", ForwardPlan.PATHS, sizes, 0.03);
        List<Map<String, Object>> rates = of("search", found);
        assertEquals(sizes.size() * ForwardPlan.PATHS.size(), rates.size());
        for (Map<String, Object> record : rates) {
            double frames = number(record, "framesPerSecond");
            assertTrue(frames > 0 && frames <= number(record, "wireFramesPerSecond"), record::toString);
            assertEquals(0.0, number(record, "repeatedTrials"), record::toString);
            assertEquals(true, record.get("verified"), record::toString);
            assertEquals(frames * number(record, "frameBytes") * 8, number(record, "bitsPerSecond"), 1, record::toString);
        }
        assertTrue(found.isSound());
        assertEquals(RecordJson.write(List.of(), found.furtherRecords()),
            RecordJson.write(List.of(), run("modelled", ForwardPlan.PATHS, sizes, 0.03).furtherRecords()), "one seed, one result");
    }

    private static List<Map<String, Object>> of(String test, ComparisonResults found) {
        return found.furtherRecords().stream().filter(record -> String.valueOf(record.get("workload")).startsWith(test + "-")).toList();
    }

    @Test
    void whatIsLostAboveTheThroughputIsToldFromTheRateOfTheWireDown() {
        ComparisonResults found = run("modelled", List.of("spine"), List.of(FrameSizes.of(64)), 0.03);
        double held = number(of("search", found).getFirst(), "framesPerSecond");
        List<Map<String, Object>> steps = of("loss", found);
        assertEquals(100.0, number(steps.getFirst(), "percent"));
        double before = 1;
        for (Map<String, Object> step : steps) {
            double rate = number(step, "framesPerSecond");
            double loss = number(step, "lossRate");
            assertTrue(loss <= before, () -> "less is lost when less is offered: " + steps);
            assertTrue(rate > held || loss == 0, () -> "at " + held + " frames/s nothing is lost: " + step);
            assertEquals(number(step, "lost") / number(step, "offered"), loss, 1e-9);
            before = loss;
        }
        assertTrue(number(steps.getFirst(), "lossRate") > 0, "the wire carries more than the path");
        // The path holds half a percent of what the wire carries: nothing is tried below one.
        assertEquals(0.0, number(steps.getLast(), "lost"));
    }

    @Test
    void aBurstAtTheRateOfTheWireIsAsLongAsTheBuffersOfTheCardAllow() {
        ComparisonResults found = run("modelled", List.of("spine"), List.of(FrameSizes.of(64)), 0.03);
        Map<String, Object> burst = of("back-to-back", found).getFirst();
        double frames = number(burst, "frames");
        assertTrue(frames >= ForwardSystem.RECEIVE_BUFFERS * 0.95, burst::toString);
        assertTrue(frames < number(burst, "mostTried"), burst::toString);
        assertEquals(number(of("search", found).getFirst(), "wireFramesPerSecond"), number(burst, "framesPerSecond"), 1);
    }

    @Test
    @Tag("full")
    void onTheLiveEngineARateIsFoundAndToldWithItsTrials() {
        ComparisonResults found = run("live", List.of("spine"), List.of(FrameSizes.of(1518)), 0.02);
        Map<String, Object> record = found.furtherRecords().getFirst();
        assertEquals(true, record.get("verified"));
        assertTrue(number(record, "trials") >= 1);
        assertEquals(0.0, number(record, "wireFramesPerSecond"), "wires in memory have no rate");
        assertEquals(List.of("throughput", "frame loss rates", "back-to-back frames"),
            found.sections().stream().map(section -> section.heading().substring(0, section.heading().indexOf(" (RFC"))).toList());
        assertTrue(number(of("back-to-back", found).getFirst(), "frames") >= 1, "of a burst of one frame nothing is lost");
        assertTrue(found.sections().getFirst().text().contains("repeated, twice at most"));
    }
}
