package dev.spine.extension.runtime.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Class files that no compiler writes are rejected by the rule that is written beside them, and never by an accident of the verifier. */
class AssembledClassesTest {
    private static final List<AssembledClasses.Case> CASES = AssembledClasses.all();

    private static boolean mayDefine(String name) {
        return !name.startsWith("java.") && !name.startsWith("dev.spine.");
    }

    static List<AssembledClasses.Case> cases() {
        return CASES;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isRejectedByItsRule(AssembledClasses.Case one) {
        Verdict verdict = Assertions.assertTimeout(Duration.ofSeconds(20),
            () -> new Verifier(AssembledClassesTest::mayDefine).verify(one.classes(), null));
        assertFalse(verdict.isAccepted());
        assertTrue(verdict.findings().stream().anyMatch(finding -> finding.rule() == one.rule()),
            () -> "expected " + one.rule() + ", found " + verdict.findings().stream().map(Finding::text).toList());
    }

    @Test
    void whateverReadingAClassTakesIsAFindingAboutIt() {
        byte[] any = CASES.getFirst().classes().values().iterator().next();
        for (Error error : List.of(new StackOverflowError(), new OutOfMemoryError("no room"))) {
            Verdict verdict = new Verifier(name -> {
                throw error;
            }).verify(Map.of("Any", any), null);

            assertEquals(List.of(Rule.CLASS_FILE), verdict.findings().stream().map(Finding::rule).toList());
        }
    }

    @Test
    void everyRuleFindsSomethingInACorpus() {
        Set<Rule> unused = EnumSet.allOf(Rule.class);
        CASES.forEach(one -> unused.remove(one.rule()));
        Programs.read("hostile-programs.txt").forEach(program -> unused.removeIf(rule -> program.title().endsWith("| " + rule.id())));
        assertEquals(Set.of(Rule.ENTRY), unused, "rules without a hostile program; entries have tests of the runtime");
    }

    @Test
    void damagedClassesAreVerifiedWithoutAnAccident() {
        long given = Long.getLong("spine.seed", 0);
        Map<String, byte[]> sources = Programs.compile(Programs.read("accepted-programs.txt").subList(0, 20));
        List<Map.Entry<String, byte[]>> classes = List.copyOf(sources.entrySet());
        for (long seed = given == 0 ? 1 : given; seed <= (given == 0 ? 1500 : given); seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Map.Entry<String, byte[]> one = classes.get(random.nextInt(classes.size()));
            byte[] damaged = one.getValue().clone();
            for (int flips = 1 + random.nextInt(6); flips > 0; flips--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            try {
                new Verifier(AssembledClassesTest::mayDefine).verify(Map.of(one.getKey(), damaged), null);
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed + " failed; run it again with -Dspine.seed=" + seed, e);
            }
        }
    }
}
