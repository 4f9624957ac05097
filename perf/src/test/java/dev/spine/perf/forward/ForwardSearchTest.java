package dev.spine.perf.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.report.ComparisonResults;
import dev.spine.perf.report.Progress;
import dev.spine.perf.report.RecordJson;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForwardSearchTest {
    private static ComparisonResults run(String engine, List<String> paths, List<FrameSizes> sizes, double trialSeconds) {
        ForwardSearch search = new ForwardSearch(new SearchPlan(paths, List.of(engine), List.of("one-core"), "lanai-33", 1, trialSeconds,
            0.05, ForwardInput.made(sizes, 10)), new Progress(System.err, false));
        search.run();
        return search;
    }

    private static double number(Map<String, Object> record, String field) {
        return ((Number) record.get(field)).doubleValue();
    }

    @Test
    void onTheModelledEngineTheThroughputIsExactAndNoMoreThanTheWireCarries() {
        List<FrameSizes> sizes = List.of(FrameSizes.of(64), FrameSizes.IMIX);
        ComparisonResults found = run("modelled", ForwardPlan.PATHS, sizes, 0.03);
        assertEquals(sizes.size() * ForwardPlan.PATHS.size(), found.furtherRecords().size());
        for (Map<String, Object> record : found.furtherRecords()) {
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

    @Test
    void onTheLiveEngineARateIsFoundAndToldWithItsTrials() {
        ComparisonResults found = run("live", List.of("spine"), List.of(FrameSizes.of(1518)), 0.02);
        Map<String, Object> record = found.furtherRecords().getFirst();
        assertEquals(true, record.get("verified"));
        assertTrue(number(record, "trials") >= 1);
        assertEquals(0.0, number(record, "wireFramesPerSecond"), "wires in memory have no rate");
        assertEquals(1, found.sections().size());
        assertTrue(found.sections().getFirst().text().contains("repeated, twice at most"));
    }
}
