package dev.spine.extension.ardma.host.grep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.ArdmaProtocol;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a pattern is, what is refused and how, and what lines random ones match. */
@Tag("AR-15")
class GrepPatternTest {
    private static final long SEED = Long.getLong("spine.grep.seed", new Random().nextLong());
    /** Some more bytes than a scan looks at at a time. */
    private static final int LINES = 100;

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '"', value = {
        "a(b ~ 2 ~ expected ) for this (, found the end: write \\( for the character",
        "ab) ~ 3 ~ this ) closes no group: write \\) for the character",
        "a|*b ~ 3 ~ nothing is in front of *: write \\* for the character",
        "x[ab ~ 2 ~ expected ] for this [, found the end: write \\[ for the character",
        "[z-a] ~ 2 ~ a range whose end comes before its begin",
        "[[:alpa:]] ~ 2 ~ there is no class alpa: those of POSIX are "
            + ByteClasses.NAMES,
        "[:space:] ~ 1 ~ the name of a class stands in a set: write [[:space:]], not [:space:]",
        "[[.ab.]] ~ 2 ~ expected one byte, as in [.-.], found 'ab'",
        "a{3,2} ~ 2 ~ the second number is less than the first one",
        "a{256} ~ 2 ~ repeated more than 255 times",
        "(a)\\1 ~ 4 ~ back-reference \\1: an automaton has no memory of a group; write what is to come again",
        "\\<int ~ 1 ~ \\< is not of POSIX: write what may stand beside a word, such as (^|[^[:alnum:]_])",
        "a\\ ~ 2 ~ expected a character behind \\, found the end: write \\\\ for the character",
        "^* ~ 2 ~ a place in a line cannot be repeated: write \\^ or \\$ for the character"})
    void whatIsNoPatternIsRefusedWithItsPlace(String text, int position, String what) {
        GrepSyntaxException refused = assertThrows(GrepSyntaxException.class, () -> GrepPattern.of(text));
        assertEquals("byte " + position + " of the pattern: " + what, refused.getMessage());
        assertEquals(position, refused.position());
    }

    @Test
    void aPatternIsOneLine() {
        assertEquals("byte 2 of the pattern: a pattern is one line: write several as a|b",
            assertThrows(GrepSyntaxException.class, () -> GrepPattern.of("a\nb")).getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a|b)*a(a|b){20}", "(((a{255}){255}){255}){255}", "((((){255}){255}){255}){255}", "(.*a){200}b{200}",
        "([ab]*c){9}.{200}", "(a?){200}a{200}", "((a+)+)+((b*)*)*c{255}", "x.{255}"})
    void aPatternThatExplodesIsRefusedOrSmall(String text) {
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            try {
                GrepPattern pattern = GrepPattern.of(text);
                assertTrue(TableScan.bytes(pattern.dfa()) <= TableScan.MAX_BYTES);
            } catch (GrepSyntaxException e) {
                assertTrue(e.getMessage().contains("repeat less"), e.getMessage());
            }
        });
    }

    @Test
    void aPatternWithTooManyStatesIsToldHowManyThereMayBe() {
        assertEquals("byte 1 of the pattern: its automaton has more than 1000 states: repeat less, or less within .*",
            assertThrows(GrepSyntaxException.class, () -> GrepPattern.of("(a|b)*a(a|b){12}")).getMessage());
    }

    @Test
    void whateverItsStatesAreARoutineFitsAMessage() throws GrepSyntaxException {
        int large = 0;
        for (int times = 1; times < 8; times++) {
            GrepPattern pattern = GrepPattern.of("[ab].{" + times + "}[cd]");
            large += pattern.dfa().states() > 128 && pattern.dfa().states() <= 256 ? 1 : 0;
            int bytes = GrepRoutines.generated(pattern).map(routine -> routine.length).orElse(0);
            assertTrue(bytes <= ArdmaProtocol.MAX_BYTES, () -> pattern.dfa().states() + " states: " + bytes + " bytes");
        }
        assertTrue(large > 0, "no automaton has 129 to 256 states");
    }

    @Test
    void aPatternThatIsNestedDeeplyIsRefused() {
        assertEquals("byte 130 of the pattern: nested more than 128 deep",
            assertThrows(GrepSyntaxException.class, () -> GrepPattern.of("(".repeat(100_000))).getMessage());
        assertTrue(assertThrows(GrepSyntaxException.class, () -> GrepPattern.of("a" + "*".repeat(100_000))).getMessage()
            .endsWith("repeated more than 128 times over"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', value = {"abc ~ abc", "a.bcd ~ bcd", "ab|ac ~ ''", "(ab)c+d ~ ab", "a(bc)d ~ abcd", "x?yz ~ yz",
        "(abc){2} ~ abcabc", "(abc)+ ~ abc", "^hello$ ~ hello", "[a]b ~ ab", "[ab] ~ ''"})
    void eachLineThatMatchesHasTheLiteral(String text, String literal) throws GrepSyntaxException {
        assertArrayEquals(literal.replace("''", "").getBytes(StandardCharsets.US_ASCII), GrepPattern.of(text).literal());
    }

    private static String random(Random random, int depth) {
        return switch (random.nextInt(depth > 3 ? 5 : 11)) {
            case 0, 1, 2 -> String.valueOf((char) ('a' + random.nextInt(3)));
            case 3 -> ".";
            case 4 -> random.nextBoolean() ? "[^a]" : "[ab]";
            case 5 -> "(" + random(random, depth + 1) + ")*";
            case 6 -> "(" + random(random, depth + 1) + "|" + random(random, depth + 1) + ")";
            case 7 -> "(" + random(random, depth + 1) + "){" + random.nextInt(2) + "," + (1 + random.nextInt(2)) + "}";
            case 8 -> "(^|" + random(random, depth + 1) + ")";
            case 9 -> "(" + random(random, depth + 1) + "|$)";
            default -> random(random, depth + 1) + random(random, depth + 1);
        };
    }

    @Test
    void randomPatternsMatchTheLinesThatTheJdksExpressionsFind() throws GrepSyntaxException {
        Random random = new Random(SEED);
        for (int i = 0; i < 400; i++) {
            String text = random(random, 0);
            GrepPattern pattern = GrepPattern.of(text);
            Pattern expected = Pattern.compile(text);
            StringBuilder lines = new StringBuilder();
            StringBuilder found = new StringBuilder();
            for (int number = 1; number <= LINES; number++) {
                StringBuilder line = new StringBuilder();
                for (int j = random.nextInt(8); j > 0; j--) {
                    line.append((char) ('a' + random.nextInt(4)));
                }
                String end = number == LINES && random.nextBoolean() ? "" : "\n";
                lines.append(line).append(end);
                if (line.length() + end.length() > 0 && expected.matcher(line).find()) {
                    found.append(number).append(':').append(line).append('\n');
                }
                assertEquals(expected.matcher(line).find(), pattern.matches(line.toString().getBytes(StandardCharsets.US_ASCII)),
                    () -> text + " and " + line + ", -Dspine.grep.seed=" + SEED);
            }
            LocalText local = new LocalText(lines.toString().getBytes(StandardCharsets.US_ASCII));
            if (i % 3 == 0) {
                local.limit(6_000 + random.nextInt(8_000), 1 << 20);
            }
            for (GrepForm form : List.of(GrepForm.values())) {
                if (form == GrepForm.GENERATED && GrepRoutines.generated(pattern).isEmpty()) {
                    continue;
                }
                assertEquals(found.toString(), local.lines(pattern, form), () -> form + " " + text + ", -Dspine.grep.seed=" + SEED);
            }
        }
    }
}
