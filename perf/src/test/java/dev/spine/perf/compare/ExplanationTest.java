package dev.spine.perf.compare;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.report.ComparisonColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ExplanationTest {
    private static final Path PAGE = Path.of(System.getProperty("spine.root", ".."), "docs/comparisons.md");

    @Test
    void thePageHasTheWordsOfTheCommand() throws IOException {
        String page = Files.readString(PAGE).replaceAll("\\s+", " ");
        Explanation.words().forEach((word, meaning) -> has(page, word, meaning));
        for (ComparisonColumn column : ComparisonColumn.values()) {
            has(page, column.title("packet"), column.meaning());
        }
    }

    private static void has(String page, String word, String meaning) {
        String entry = "- `" + word + "`: " + meaning + ".";
        assertTrue(page.contains(entry), () -> "docs/comparisons.md lacks: " + entry);
    }
}
