package dev.spine.perf.move;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.report.ComparisonRecord;
import dev.spine.perf.report.FoundTables;
import dev.spine.perf.report.RecordJson;
import dev.spine.system.output.Progress;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Blocks and pictures between network, disk and screen: every path moves every byte, and two of them without the host. */
@Tag("SO-07")
@Tag("SS-03")
@Tag("SN-02")
class MoveComparisonTest {
    private static final List<String> PATHS = List.of("host", "i2o", "spine");

    private static List<ComparisonRecord> run(MoveWorkload workload, String engine, long seed) {
        MoveComparison comparison = new MoveComparison(
            new MovePlan(List.of(workload), PATHS, List.of(engine), "lanai-33", seed, 1, 8192, 1000), Progress.silent());
        comparison.run(FoundTables.NOBODY);
        return comparison.records();
    }

    private static void assertMoved(List<ComparisonRecord> records) {
        assertEquals(PATHS, records.stream().map(ComparisonRecord::path).toList());
        for (ComparisonRecord record : records) {
            assertTrue(record.verified(), record.path() + " is not equal to the reference");
            assertEquals(0, record.lost());
            boolean byHost = "host".equals(record.path());
            assertEquals(byHost ? 2.0 : 1.0, record.bus().crossingsPerDataByte(), 0.001, record.path());
            if (!byHost) {
                assertEquals(0, record.host().messages(), record.path());
                assertEquals(0, record.host().memoryBytes(), record.path());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void onTheModelledEngineEveryByteArrivesAndOnlyPathHostTouchesTheHost(MoveWorkload workload) {
        List<ComparisonRecord> records = run(workload, "modelled", 1);
        assertMoved(records);
        assertEquals(RecordJson.write(records), RecordJson.write(run(workload, "modelled", 1)), "one seed, one result");
    }

    @ParameterizedTest
    @EnumSource
    @Tag("full")
    void onTheLiveEngineEveryByteArrivesAndOnlyPathHostTouchesTheHost(MoveWorkload workload) {
        assertMoved(run(workload, "live", 2));
    }

    @Test
    @Tag("full")
    void anotherSeedIsAnotherDiskAndAnotherJitter() {
        String one = RecordJson.write(run(MoveWorkload.STORE_IN, "modelled", 1));
        assertNotEquals(one, RecordJson.write(run(MoveWorkload.STORE_IN, "modelled", 2)));
    }
}
