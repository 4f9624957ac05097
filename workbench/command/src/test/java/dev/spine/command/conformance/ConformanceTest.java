package dev.spine.command.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A test names everything that Spine declares of I2O, or a reason says why none does; a page of the site lists both. */
@Tag("SO-23")
class ConformanceTest {
    private static final Path ROOT = Path.of(System.getProperty("spine.root", "../.."));
    private static final Path SITE = ROOT.resolve("workbench/command/target/site");
    private static final Path DATA = ROOT.resolve("workbench/command/src/test/resources/dev/spine/command/conformance");

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
    void thePageOfTheSiteHasEveryThingWithATestOrARemark() throws IOException {
        String page = new ConformanceDocument(sources, reasons).write(items, Reasons.read(DATA.resolve("names-not-printed.txt")),
            Reasons.read(DATA.resolve("not-modelled.txt")));
        Files.writeString(Files.createDirectories(SITE).resolve("conformance.md"), page, StandardCharsets.UTF_8);

        Set<String> written = page.lines().collect(Collectors.toSet());
        List<String> wrong = items.stream().filter(item -> written.stream().noneMatch(line -> tells(line, item)))
            .map(ConformanceDocument::key).toList();
        assertEquals(List.of(), wrong);
    }

    private static boolean tells(String line, Item item) {
        String begin = "| " + item.name() + " | " + item.value() + " | ";
        return line.startsWith(begin) && !line.substring(begin.length()).replaceAll("[ |]", "").isEmpty();
    }
}
