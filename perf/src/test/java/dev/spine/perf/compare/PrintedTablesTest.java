package dev.spine.perf.compare;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.report.CardMemory;
import dev.spine.perf.report.ComparisonRecord;
import dev.spine.system.profile.ProfileFile;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PrintedTablesTest {
    private static String printed(String engine, String profile) {
        StringWriter text = new StringWriter();
        new PrintedTables(new PrintWriter(text), Detail.STORY, ProfileFile.load(profile).calibration()).onRecords(List.of(
            new ComparisonRecord("video", "spine", engine, profile, 1, 1, 100, 1, "one-core", "-", 100, new ComparisonRecord.Rate(1, 1),
                new ComparisonRecord.Latency(1, 1, 1, 1, 1, 0), new ComparisonRecord.Host(0, 0, 0, 0), new ComparisonRecord.Bus(0, 0, 0, 1),
                Map.of(), 0, "route", 0, true, "live".equals(engine) ? null : new CardMemory("nic", 2_000_000, 1 << 20))));
        return text.toString().replaceAll("\\s+", " ");
    }

    @Test
    void aFittedMachineNamesTheFigureThatItIsFittedTo() {
        String text = printed("modelled", "lanai-33");
        assertTrue(text.contains("cycles a unit of code: 0.602 on a card, 0.453 on the host; calibrated to router-card, SPINE SIGOPS 1998"),
            text);
    }

    @Test
    @Tag("SN-12")
    void aCardThatHoldsMoreThanItHasIsNamed() {
        String text = printed("modelled", "lanai-33");
        assertTrue(text.contains("memory: the fullest card, nic, holds 2,000,000 bytes, MORE than the 1,048,576 that it has."), text);
        assertTrue(new CardMemory("nic", 1_000, 1_000).words().endsWith("holds 1,000 bytes of the 1,000 that it has"));
        assertFalse(printed("live", "lanai-33").contains("memory"));
    }

    @Test
    void aMachineWhoseUnitIsAssumedOrSetIsNotCalibrated() {
        for (String other : List.of("acenic", "lanai-33 with code.bookkeeping=charged", "lanai-33 with iop.units.poll=1")) {
            assertTrue(printed("modelled", other).contains("on the host; not calibrated."), printed("modelled", other));
        }
        String set = printed("modelled", "lanai-33 with iop.cycles.unit=0.25");
        assertTrue(set.contains("0.25 on a card, 0.453 on the host; not calibrated."), set);
    }

    @Test
    void thisMachineHasNoUnits() {
        assertFalse(printed("live", "lanai-33").contains("cycles"), printed("live", "lanai-33"));
    }
}
