package dev.spine.iop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What people read of strangers. */
class PlainTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"\u001B[2J", "\u009B31m", "\u0007", "\n", "\r", "\u0000", "\u202E", "\u2066", "\u200F", "\u061C", "\u200B",
        "\uFEFF", "\u00AD", "\u2028", "\u2029", "\uE000", "\uD800", "\uFFFF", "\uDB40\uDC41"})
    void characterThatIsNotSeenAsItselfIsInNoName(String character) {
        assertFalse(PlainText.isPlain("a" + character + "b"));
        assertFalse(PlainText.isName("a" + character));
        String line = PlainText.line("a" + character + "b");
        assertTrue(PlainText.isPlain(line) && line.startsWith("a ") && line.endsWith("b"), line);
    }

    @ParameterizedTest
    @ValueSource(strings = {"video", "Zähler für Pakete", "счётчик", "\u05D3\u05D5\u05D2\u05DE\u05D4",
        "計數", "\uD83D\uDE80", "a b", "#1 <x> \"y\""})
    void wordsOfAnyLanguageAreNames(String name) {
        assertTrue(PlainText.isName(name));
        assertEquals(name, PlainText.line(name));
        assertEquals(name, PlainText.lines(name));
    }

    @Test
    void namesAreBounded() {
        assertTrue(PlainText.isName("x".repeat(64)));
        assertFalse(PlainText.isName("x".repeat(65)));
        assertFalse(PlainText.isName("x".repeat(10_000)));
        assertFalse(PlainText.isName(""));
        assertFalse(PlainText.isName(" \u00A0 "));
    }

    @Test
    void whatIsCutLeavesNoHalfCharacter() {
        assertEquals("a ", PlainText.line("a\uD83D\uDE80", 2));
        assertEquals("ab", PlainText.line("abc", 2));
    }

    @Test
    void linesStayLines() {
        assertEquals("a\n b\n", PlainText.lines("a\n\u001Bb\n"));
    }
}
