package dev.spine.perf.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.report.ComparisonRecord;
import dev.spine.perf.report.FoundTables;
import dev.spine.perf.report.RecordJson;
import dev.spine.system.output.Progress;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Packets from card to card: every path delivers every packet as its reference says, and two of them without the host. */
@Tag("SS-03")
@Tag("SS-07")
class ForwardComparisonTest {
    private static List<ComparisonRecord> run(String engine, FrameSizes sizes) {
        ForwardComparison comparison = new ForwardComparison(new ForwardPlan(ForwardPlan.PATHS, List.of(engine), "lanai-33", 1, 1, 8192,
            2000, ForwardInput.made(List.of(sizes), 100)), Progress.silent());
        comparison.run(FoundTables.NOBODY);
        return comparison.records();
    }

    private static void assertForwarded(List<ComparisonRecord> records) {
        for (ComparisonRecord record : records) {
            assertTrue(record.verified(), record.path() + " is not equal to the reference");
            assertEquals(0, record.lost(), record.path());
            boolean byHost = !"i2o".equals(record.path()) && !"spine".equals(record.path());
            assertEquals(byHost, record.host().messages() > 0, record.path());
            assertEquals(byHost, record.host().memoryBytes() > 0, record.path());
        }
    }

    @Test
    @Tag("SS-05")
    @Tag("SS-13")
    void onTheModelledEngineEveryPacketArrivesAndBodiesCrossTheBusAsOftenAsEachPathSays() {
        List<ComparisonRecord> records = run("modelled", FrameSizes.of(1518));
        assertEquals(ForwardPlan.PATHS, records.stream().map(ComparisonRecord::path).toList());
        assertForwarded(records);
        Map<String, Double> crossings = Map.of("host", 2.0, "host-header", 1 + 64 / 1514.0, "splice", 2.0, "i2o", 1.0, "spine", 1.0);
        for (ComparisonRecord record : records) {
            assertEquals(crossings.get(record.path()), record.bus().crossingsPerDataByte(), 0.001, record.path());
        }
        assertEquals(RecordJson.write(records), RecordJson.write(run("modelled", FrameSizes.of(1518))), "one seed, one result");
    }

    @Test
    @Tag("SO-10")
    void onTheModelledEngineCardsWithTheRouterForwardLargeFramesSlowerThanTheHostButNotByHalf() {
        Map<String, Double> rates = run("modelled", FrameSizes.of(1518)).stream()
            .collect(Collectors.toMap(ComparisonRecord::path, record -> record.rate().unitsPerSecond()));
        for (String path : List.of("host", "host-header", "splice")) {
            assertTrue(rates.get("spine") < rates.get(path) && rates.get("spine") > rates.get(path) / 2, () -> path + " of " + rates);
        }
    }

    @Test
    @Tag("full")
    void onTheLiveEngineEveryPacketOfAMixArrivesInBothLayouts() {
        List<ComparisonRecord> records = run("live", FrameSizes.IMIX);
        assertEquals(2 * ForwardPlan.PATHS.size(), records.size());
        assertForwarded(records);
    }

    @Test
    void aMixHasSevenSmallFourMiddleAndOneLarge() {
        List<Integer> bytes = FrameSizes.IMIX.bytes();
        assertEquals(List.of(7L, 4L, 1L),
            List.of(64, 594, 1518).stream().map(size -> bytes.stream().filter(size::equals).count()).toList());
    }
}
