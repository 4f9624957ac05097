package dev.spine.perf.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchArgumentsTest {
    private static final Map<String, Integer> LAYOUTS = new TreeMap<>(Map.of("one-core", 1, "two-core", 2));

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void whatIsNotGivenIsWhatTheCommandMeans() {
        BenchArguments none = new BenchArguments();
        assertFalse(none.has("--json"));
        assertEquals(1, none.option("--layout", LAYOUTS, 1));
        assertEquals(20.0, none.seconds(20));
        assertEquals(7, none.count("rounds", 1, 10, 7));
        assertEquals("all", none.text("all"));
        assertEquals(List.of(), none.rest("a layout", LAYOUTS));
        none.end();
    }

    @Test
    void optionsMayStandAnywhereAndWhatIsLeftIsReadInOrder() {
        BenchArguments given = new BenchArguments("2.5", "--layout", "two-core", "9", "--json", "one-core", "TWO-CORE");
        assertTrue(given.has("--json"));
        assertEquals(2, given.option("--layout", LAYOUTS, 1));
        assertTrue(given.isNumberNext());
        assertEquals(2.5, given.seconds(20));
        assertEquals(9, given.count("rounds", 1, 10, 7));
        assertFalse(given.isNumberNext());
        assertEquals(List.of(1, 2), given.rest("a layout", LAYOUTS));
        given.end();
        assertEquals(2, new BenchArguments("--layout=two-core").option("--layout", LAYOUTS, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "0", "-1", "1e9", "NaN", "Infinity", "0x", "--often", "1,5"})
    void secondsThatAreNoneAreRefused(String text) {
        assertThrows(WrongArgumentException.class, () -> new BenchArguments(text).seconds(20));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "0", "-1", "11", "1.5", "99999999999999999999", "4294967297", "--often"})
    void countsOutOfTheirRangeAreRefused(String text) {
        assertThrows(WrongArgumentException.class, () -> new BenchArguments(text).count("rounds", 1, 10, 7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--layout", "--layout=", "--layout=three-core", "--layout=ONE"})
    void optionsWithoutAKnownValueAreRefusedWithThoseThatThereAre(String text) {
        String message = String.valueOf(assertThrows(WrongArgumentException.class,
            () -> new BenchArguments(text).option("--layout", LAYOUTS, 1)).getMessage());
        assertTrue(message.contains("one-core or two-core"), message);
    }

    @Test
    void aWrongArgumentIsOneLineAndExitCode2() {
        assertEquals(2, run("two\nlines"));
        assertEquals("", out.toString(StandardCharsets.UTF_8));
        String line = err.toString(StandardCharsets.UTF_8);
        assertEquals(1, line.lines().count(), line);
        assertTrue(line.startsWith("BenchArgumentsTest: \"two?lines\" is no number of rounds"), line);
    }

    @Test
    void anArgumentTooManyIsNamed() {
        assertEquals(2, run("3", "4"));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("\"4\""));
    }

    @Test
    void helpTellsTheArgumentsAndRunsNothing() {
        assertEquals(0, run("x", "--help"));
        assertEquals("perf/bench BenchArgumentsTest [rounds]", out.toString(StandardCharsets.UTF_8).strip());
        assertEquals(0, err.size());
    }

    @Test
    void goodArgumentsReachTheCommand() {
        assertEquals(0, run("3"));
        assertEquals(0, out.size() + err.size());
    }

    private int run(String... given) {
        return BenchArguments.run(BenchArgumentsTest.class, "[rounds]\n", given, arguments -> {
            arguments.count("rounds", 1, 10, 7);
            arguments.end();
        }, new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
    }
}
