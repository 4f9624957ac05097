package dev.spine.perf.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class BenchTest {
    private static final List<String> RUNS = new ArrayList<>();

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** A command. */
    static final class Measuring {
        private Measuring() {}

        @Command(description = "Measures.")
        static void run(@Parameters(arity = "0..1", defaultValue = "20") double seconds,
            @Parameters(arity = "0..1", defaultValue = "7") int rounds,
            @Parameters(arity = "0..1", defaultValue = "") String names, @Parameters @Nullable List<BenchLayout> layouts,
            @Option(names = "--layout", defaultValue = "one-core") BenchLayout layout, @Option(names = "--json") boolean json) {
            Bench.within("rounds", rounds, 1, 10);
            RUNS.add(seconds + " " + rounds + " '" + names + "' " + Bench.orAll(layouts, BenchLayout.values()) + " " + layout + " " + json);
        }
    }

    /** A command that fails. */
    static final class Failing {
        private Failing() {}

        @Command
        static void run(@Option(names = "--well") boolean well) {
            if (!well) {
                throw new IllegalStateException("a defect");
            }
        }
    }

    @BeforeEach
    void none() {
        RUNS.clear();
    }

    @Test
    void whatIsNotGivenIsWhatTheCommandMeans() {
        assertEquals(0, run());
        assertEquals(List.of("20.0 7 '' [one-core, two-core] one-core false"), RUNS);
        assertEquals("", out.toString() + err);
    }

    @Test
    void optionsMayStandAnywhereAndWhatIsLeftIsReadInOrder() {
        assertEquals(0, run("2.5", "--layout", "two-core", "9", "--json", "", "TWO-CORE"));
        assertEquals(List.of("2.5 9 '' [two-core] two-core true"), RUNS);
        assertEquals(0, run("--layout=two-core"));
        assertEquals("20.0 7 '' [one-core, two-core] two-core false", RUNS.getLast());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "0", "-1", "1e9", "NaN", "Infinity", "0x", "--often", "1,5"})
    void secondsThatAreNoneAreRefused(String text) {
        assertRefused(text, text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "0", "-1", "11", "1.5", "99999999999999999999", "4294967297", "--often"})
    void countsOutOfTheirRangeAreRefused(String text) {
        assertRefused(text, "20", text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--layout", "--layout=", "--layout=three-core", "--layout=ONE"})
    void optionsWithoutAKnownValueAreRefused(String text) {
        assertRefused("--layout", text);
    }

    @Test
    void anUnknownValueIsRefusedWithThoseThatThereAre() {
        assertRefused("one-core, TWO_CORE, two-core]", "--layout=three-core");
        assertRefused("three-core", "1", "1", "", "three-core");
    }

    @Test
    void aWrongArgumentIsOneLineAndExitCode2() {
        assertRefused("'two?lines'", "1", "two\nlines");
        assertTrue(err.toString().startsWith("Measuring: "), err::toString);
        assertEquals("", out.toString());
    }

    @Test
    void anArgumentTooManyIsNamed() {
        assertEquals(2, Bench.run(Failing.class, new String[] {"4"}, new PrintWriter(out, true), new PrintWriter(err, true)));
        assertTrue(err.toString().contains("'4'"), err::toString);
    }

    @Test
    void aCommandThatFailsTellsWhere() {
        assertEquals(1, Bench.run(Failing.class, new String[0], new PrintWriter(out, true), new PrintWriter(err, true)));
        assertTrue(err.toString().contains("a defect") && err.toString().contains("BenchTest.java"), err::toString);
    }

    @Test
    void helpTellsTheArgumentsAndRunsNothing() {
        assertEquals(0, run("3", "--help"));
        assertTrue(out.toString().startsWith("Usage: perf/bench BenchTest$Measuring [--help]"), out::toString);
        assertTrue(out.toString().contains("<seconds>"), out::toString);
        assertEquals(List.of(), RUNS);
        assertEquals("", err.toString());
    }

    private void assertRefused(String part, String... given) {
        err.getBuffer().setLength(0);
        assertEquals(2, run(given));
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().contains(part), err::toString);
        assertEquals(List.of(), RUNS);
    }

    private int run(String... given) {
        return Bench.run(Measuring.class, given, new PrintWriter(out, true), new PrintWriter(err, true));
    }
}
