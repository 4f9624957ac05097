package dev.spine.command.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** docs/conformance.md tells the truth: everything is in it, and every test it names still names the thing. */
@Tag("SO-23")
class ConformanceTest {
    private static final Path ROOT = Path.of(System.getProperty("spine.root", "../.."));
    private static final Path DOCUMENT = ROOT.resolve("docs/conformance.md");
    private static final Path DATA = ROOT.resolve("workbench/command/src/test/resources/dev/spine/command/conformance");
    private static final String REMEDY = "; write the file again with -Dspine.conformance.write=true";

    private final TestSources sources = TestSources.of(ROOT);
    private final Reasons reasons = Reasons.read(DATA.resolve("remarks.txt"));
    private final List<Item> items = Items.all();

    @Test
    void everyThingIsNamedByATestOrHasAReason() {
        List<String> bare = items.stream()
            .filter(item -> item.tests(sources).isEmpty() && reasons.of(ConformanceDocument.key(item)).isEmpty())
            .map(ConformanceDocument::key).toList();
        assertEquals(List.of(), bare);
    }

    @Test
    void whatOnlyTestsOfNumbersNameHasAReason() {
        List<String> bare = items.stream()
            .filter(item -> item.tests(sources).stream().allMatch(Item::isAboutNumbers)
                && reasons.of(ConformanceDocument.key(item)).isEmpty())
            .map(ConformanceDocument::key).toList();
        assertEquals(List.of(), bare, "name it in a test of its meaning, or give the reason in remarks.txt");
    }

    @Test
    void theDocumentHasEveryThingAndNamesTestsThatNameIt() throws IOException {
        ConformanceDocument document = new ConformanceDocument(sources, reasons);
        if (Boolean.getBoolean("spine.conformance.write")) {
            Files.writeString(DOCUMENT, document.write(items, Reasons.read(DATA.resolve("names-not-printed.txt")),
                Reasons.read(DATA.resolve("not-modelled.txt"))), StandardCharsets.UTF_8);
        }
        Set<String> written = new HashSet<>(Files.readAllLines(DOCUMENT, StandardCharsets.UTF_8));
        List<String> wrong = new ArrayList<>();
        for (Item item : items) {
            String begin = "| " + item.name() + " | " + item.value() + " | ";
            List<String> tests = item.allTests(sources);
            boolean found = written.stream().filter(line -> line.startsWith(begin)).anyMatch(line -> isTrue(line, begin, tests));
            if (!found) {
                wrong.add(ConformanceDocument.key(item));
            }
        }
        assertEquals(List.of(), wrong, "missing in docs/conformance.md, or its tests do not name it any more" + REMEDY);
    }

    /** Whether the tests that a line names are among those that name the thing, and it names one if there is one. */
    private static boolean isTrue(String line, String begin, List<String> tests) {
        String cell = line.substring(begin.length(), line.indexOf(" |", begin.length() - 1));
        if (cell.isBlank()) {
            return tests.isEmpty();
        }
        return List.of(cell.strip().replace("*", "").split(", ")).stream().allMatch(tests::contains);
    }
}
