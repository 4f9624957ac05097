package dev.spine.host.conformance.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.iop.executive.Tolerance;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The boot sequences of public drivers, replayed over the register interface. */
@Tag("SO-23")
class BootScriptTest {
    private static List<StepResult> leftOut(BootReport report) {
        return report.steps().stream().filter(step -> step.outcome() == StepResult.Outcome.LEFT_OUT).toList();
    }

    @ParameterizedTest
    @EnumSource
    void driverBootsTheIop(BootScript script) {
        try (DiskCard card = new DiskCard(Set.of(Tolerance.ENABLE_WITHOUT_SYSTEM_TABLE))) {
            BootReport report = script.run(card);
            assertTrue(report.passed(), report.toString());
            assertEquals(List.of(), leftOut(report), "every step can be done");
            assertEquals(0, card.card.registers().refusedInbound());
        }
    }

    @Test
    void driversBootTheSameIopOneAfterTheOther() {
        try (DiskCard card = new DiskCard(Set.of())) {
            for (int round = 0; round < 2; round++) {
                for (BootScript script : BootScript.values()) {
                    BootReport report = script.run(card);
                    assertTrue(report.passed(), report.toString());
                    assertEquals(script == BootScript.REDCREEK ? 1 : 0, leftOut(report).size(), report.toString());
                }
            }
        }
    }

    @Test
    void reportSaysWhatAnIopDoesWrong() {
        try (DiskCard card = new DiskCard(Set.of())) {
            BootTarget lying = new BootTarget() {
                @Override
                public int read32(int offset) {
                    return offset == 0x40 ? 0x10_0000 : card.read32(offset);
                }

                @Override
                public void write32(int offset, int value) {
                    card.write32(offset, value);
                }

                @Override
                public int memoryAddress() {
                    return card.memoryAddress();
                }

                @Override
                public int readMemory(int offset) {
                    return card.readMemory(offset);
                }

                @Override
                public void writeMemory(int offset, int value) {
                    card.writeMemory(offset, value);
                }

                @Override
                public void pause() {
                    card.pause();
                }
            };
            BootReport report = BootScript.NETBSD.run(lying);
            assertFalse(report.passed());
            assertEquals("a frame at 0x100000, not in the window", report.steps().getLast().detail());
            assertTrue(report.toString().contains("FAILED IopReset"), report.toString());
        }
    }
}
