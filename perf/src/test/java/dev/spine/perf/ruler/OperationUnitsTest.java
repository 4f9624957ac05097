package dev.spine.perf.ruler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.perf.plan.CountedWorkloads;
import dev.spine.system.profile.OperationUnits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What profiles charge for the code of Spine's own modules is what that code runs: counted anew, it is within 5 % of the file. The new
 * file lies in {@code perf/target} afterwards, to be taken over where the code has changed.
 */
@Tag("full")
class OperationUnitsTest {
    private static final double TOLERANCE = 0.05;
    /** Operations of less count as this much: a difference of some instructions is none. */
    private static final double SMALL = 20;
    private static final double SUM_TOLERANCE = 0.15;
    /** A processor that has less to do is beside the way of the data. */
    private static final long MUCH = 200_000;
    private static OperationCounts counted = new OperationCounts(List.of());

    @BeforeAll
    static void count(@TempDir Path scratch) throws IOException, InterruptedException {
        counted = new OperationCounts(CountingProcess.count(scratch, CountedWorkloads.class));
        Files.writeString(Files.createDirectories(Path.of("target")).resolve(OperationUnits.FILE), counted.file());
    }

    @Test
    void whatIsChargedForCodeIsWhatItRuns() {
        OperationUnits now = counted.units();
        List<String> wrong = new ArrayList<>();
        TreeSet<String> operations = new TreeSet<>(now.all().keySet());
        operations.addAll(OperationUnits.COUNTED.all().keySet());
        for (String operation : operations) {
            String processor = operation.substring(0, operation.indexOf('.'));
            String name = operation.substring(operation.indexOf('.') + 1);
            double is = now.of(processor, name).units();
            double was = OperationUnits.COUNTED.of(processor, name).units();
            if (Math.abs(is - was) > TOLERANCE * Math.max(SMALL, was)) {
                wrong.add(String.format(Locale.ROOT, "%s: %.1f units, the file says %.1f", operation, is, was));
            }
        }
        assertEquals(List.of(), wrong, "take over target/" + OperationUnits.FILE + " if the code has changed, and fit the profile anew");
    }

    @Test
    void meansMakeOfEachWorkloadWhatWasCountedThere() {
        List<String> wrong = counted.sums().stream().filter(sum -> sum.counted() > MUCH && Math.abs(sum.error()) > SUM_TOLERANCE)
            .map(sum -> String.format(Locale.ROOT, "%s, %s: %+.1f %%", sum.workload(), sum.processor(), 100 * sum.error())).toList();
        assertEquals(List.of(), wrong);
    }
}
