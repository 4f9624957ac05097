package dev.spine.extension.runtime.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs in Java that want more than an extension may have: each is rejected by the rule that is written beside it. */
@Tag("SO-03")
@Tag("SO-09")
@Tag("SS-18")
@Tag("SN-05")
class HostileProgramsTest {
    private static final List<Programs.Program> PROGRAMS = Programs.read("hostile-programs.txt");
    private static final Map<String, byte[]> CLASSES = Programs.compile(PROGRAMS);

    static List<Programs.Program> programs() {
        return PROGRAMS;
    }

    private static Verdict verdict(Programs.Program program) {
        return new Verifier(name -> true).verify(program.of(CLASSES), null);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void isRejectedByItsRule(Programs.Program program) {
        String rule = program.title().substring(program.title().indexOf('|') + 1).strip();
        Verdict verdict = verdict(program);
        assertFalse(verdict.isAccepted());
        assertTrue(verdict.findings().stream().anyMatch(finding -> finding.rule().id().equals(rule)),
            () -> "expected " + rule + ", found " + verdict.findings().stream().map(Finding::text).toList());
        for (Finding finding : verdict.findings()) {
            assertTrue(finding.className().startsWith(program.packageName() + "."), finding.text());
        }
        ExtensionException refusal = assertThrows(ExtensionException.class, verdict::require);
        assertTrue(verdict.findings().stream().anyMatch(finding -> finding.rule().phase().exception("").getClass() == refusal.getClass()));
    }

    @Test
    void aFindingTellsClassMethodLineReasonAndRemedy() {
        Programs.Program program = PROGRAMS.stream().filter(one -> one.title().startsWith("ends the process")).findFirst().orElseThrow();
        Finding finding = verdict(program).findings().getFirst();
        assertEquals(program.packageName() + ".Program.run, line 2", finding.where());
        assertTrue(finding.text().contains("calling java.lang.System.exit(I)V is forbidden [call]: " + Rule.CALL.why() + "; "
            + Rule.CALL.remedy()), finding.text());
    }

    @Test
    void allFindingsOfAnImageAreTold() {
        Verdict verdict = new Verifier(name -> true).verify(CLASSES, null);
        assertEquals(Limits.FINDINGS.most(), verdict.findings().size());
        assertTrue(verdict.moreFindings() > 0, "more: " + verdict.moreFindings());
    }
}
