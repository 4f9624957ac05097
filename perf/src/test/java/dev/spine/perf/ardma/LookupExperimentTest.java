package dev.spine.perf.ardma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.report.FoundTables;
import dev.spine.perf.report.PathReading;
import dev.spine.system.output.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lookups on described machines: how often they go over the wire, what they leave to the server's host, and which path is faster. */
@Tag("AR-17")
@Tag("AR-23")
class LookupExperimentTest {
    private static LookupStructure structure(String name) {
        return Objects.requireNonNull(LookupStructure.of(name));
    }

    private static void assertRight(LookupReading reading) {
        assertTrue(reading.isRight() && reading.isServerHostLeftAlone(), reading::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lanai-33", "dpu-pcie5"})
    @Tag("AR-02")
    @Tag("AR-03")
    void aListOfAThousandIsAThousandTripsOverTheWireAndOneForCodeAtTheServer(String profile) {
        try (LookupExperiment experiment = new LookupExperiment(profile, 1)) {
            for (String name : List.of("list-1000", "tree-4")) {
                try (LookupExperiment.Opened opened = experiment.open(structure(name))) {
                    int depth = structure(name).depth();
                    LookupReading one = opened.deepest(LookupPath.RPC, 1);
                    LookupReading direct = opened.deepest(LookupPath.DIRECT, 1);
                    assertEquals(1, one.trips());
                    assertEquals(depth, direct.trips());
                    // A trip is a frame in each direction, and an acknowledgement of each.
                    assertTrue(direct.frames() >= 4L * depth && direct.frames() <= 6L * depth, direct::toString);
                    assertTrue(one.frames() >= 4 && one.frames() <= 8, one::toString);
                    assertEquals(one.steps(), direct.steps());
                    assertEquals(1, one.calls());
                    assertEquals(0, direct.calls());
                    assertTrue(direct.seconds() > one.seconds(), name);
                    for (LookupPath path : LookupPath.values()) {
                        LookupReading reading = opened.deepest(path, 1);
                        assertRight(reading);
                        assertEquals(path == LookupPath.DIRECT ? depth : 1, reading.trips());
                    }
                }
            }
            experiment.verify();
        }
    }

    @Test
    void aSlowerWireMakesDirectAccessLongerForEachTripAndACallForOne() {
        LookupStructure tree = structure("tree-3");
        double extraNs = 1e6;
        List<Double> longer = new ArrayList<>();
        for (LookupPath path : List.of(LookupPath.ACTIVE, LookupPath.DIRECT)) {
            PathReading usual = LookupExperiment.read("dpu-pcie5", path, tree, 2, 1);
            PathReading slow = LookupExperiment.read("dpu-pcie5 with wire.latency-ns=" + (long) (extraNs + 800), path, tree, 2, 1);
            assertEquals(0, usual.lost() + slow.lost());
            longer.add((slow.seconds() - usual.seconds()) / 2 * 1e9 / (2 * extraNs));
        }
        assertEquals(1, longer.get(0), 0.05);
        assertEquals(3, longer.get(1), 0.05);
    }

    @Test
    @Tag("AR-01")
    @Tag("AR-04")
    void aHigherThresholdProbesMoreAndCallsLess() {
        ArdmaPlan plan = new ArdmaPlan(List.of(), List.of(), List.of(0, 1, 4, 1_000), "dpu-pcie5", 1);
        ArdmaComparison comparison = new ArdmaComparison(plan, Progress.silent());
        comparison.run(FoundTables.NOBODY);
        assertTrue(comparison.isSound());
        List<ArdmaComparison.Probed> probed = comparison.probed();
        assertEquals(10, probed.size());
        for (int table = 0; table < 2; table++) {
            List<LookupReading> readings = probed.subList(5 * table, 5 * table + 5).stream().map(ArdmaComparison.Probed::reading).toList();
            assertEquals(ArdmaComparison.TABLE_LOOKUPS, readings.get(0).calls());
            assertEquals(ArdmaComparison.TABLE_LOOKUPS, readings.get(0).trips());
            for (int i = 1; i < readings.size(); i++) {
                assertTrue(readings.get(i).calls() <= readings.get(i - 1).calls());
                assertTrue(readings.get(i).trips() >= readings.get(i - 1).trips());
            }
            assertEquals(0, readings.get(3).calls());
            assertEquals(readings.get(4).trips(), readings.get(3).trips(), "nothing but direct access");
        }
        assertEquals(1, comparison.sections().size());
        assertEquals(2, comparison.sections().getFirst().drawings().size());
    }

    @Test
    void aComparisonSaysFromWhichDepthOnAPathIsFaster() {
        List<LookupStructure> trees = IntStream.rangeClosed(1, 3).mapToObj(depth -> structure("tree-" + depth)).toList();
        ArdmaComparison comparison = new ArdmaComparison(
            new ArdmaPlan(trees, List.of(LookupPath.DIRECT, LookupPath.ACTIVE), List.of(), "lanai-33", 1), Progress.silent());
        comparison.run(FoundTables.NOBODY);
        assertTrue(comparison.isSound());
        List<ArdmaComparison.Found> found = comparison.found();
        assertEquals(6, found.size());
        DepthCrossing crossing = comparison.crossings().getFirst();
        for (int i = 0; i < found.size(); i += 2) {
            boolean isFaster = found.get(i + 1).reading().seconds() < found.get(i).reading().seconds();
            assertEquals(isFaster, found.get(i).structure().depth() >= crossing.from(), crossing::text);
        }
        // The card's processor loses where one read is enough.
        assertTrue(crossing.from() > 1, crossing::text);
        assertTrue(comparison.sections().getFirst().text().contains(crossing.text()));
        assertEquals(found.size() + 1, comparison.furtherRecords().size());
    }

    @Test
    void theSmallestDepthIsFoundByHalving() {
        assertEquals(1, DepthCrossing.find(1, 1_000, depth -> true));
        assertEquals(DepthCrossing.NEVER, DepthCrossing.find(1, 1_000, depth -> false));
        for (int from = 1; from <= 20; from++) {
            int first = from;
            assertEquals(from, DepthCrossing.find(1, 20, depth -> depth >= first));
        }
    }

    @Test
    void structuresHaveNames() {
        for (String name : List.of("list-1", "list-1000", "tree-1", "tree-5")) {
            assertEquals(name, structure(name).title());
        }
        for (String name : List.of("list-0", "list-1001", "tree-6", "tree", "list-", "list--1", "table90-8", "list-1 ", "LIST-1")) {
            assertNull(LookupStructure.of(name), name);
        }
    }
}
