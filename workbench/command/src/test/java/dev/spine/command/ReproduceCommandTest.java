package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.reproduce.FigureTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code spine reproduce}. */
class ReproduceCommandTest {
    private static final String HEADER = "| figure | unit | published | modelled | kind | verdict |";

    @Test
    void aFigureThatIsNotKnownNamesThoseThatAre() {
        String refusal = CommandRun.of("reproduce", "--figure", "nonsense").refusal();
        assertTrue(refusal.startsWith("there is no figure 'nonsense': router-card, router-card-host, "), refusal);
    }

    @Tag("full")
    @Test
    @Tag("SS-48")
    void everyFigureStandsInTheTableAndInTheFileAndTheSameSeedGivesTheSameBytes(@TempDir Path directory) throws Exception {
        Path first = directory.resolve("first.json");
        String table = CommandRun.of("reproduce", "--json", first).succeeded().out();
        String second = ReproducedFigures.JSON.get();

        assertEquals(Files.readString(first), second);
        assertTrue(table.lines().anyMatch(
            line -> line.matches("router-card +11,800 +11,[78][0-9]{2} +1.00 +fitted +met +± 15 % .*")), table);
        assertTrue(table.lines().anyMatch(line -> line.matches("crossings-host +2.00 +2.00 +1.00 +by construction +met .*")), table);
        assertTrue(table.lines().anyMatch(line -> line.matches("am2-rate +31.00 +not asked .*")), table);
        assertTrue(table.lines().anyMatch(line -> line.startsWith("left out of the fit: router-card ")), table);
        assertTrue(table.lines().anyMatch(line -> line.startsWith("left out of the fit: clock-read ")), table);
        table.lines().forEach(line -> assertTrue(line.length() <= 100, line));
        assertEquals(page(JsonRecords.parse(second), table), documented(),
            "docs/comparisons.md, 'Published figures': copy what was expected");
        assertTrue(second.contains("{\"id\":\"router-card\""), second);
    }

    /** The table of the document, as it has to be, and what was fitted. */
    private static String page(List<Map<String, Object>> figures, String text) {
        StringBuilder page = new StringBuilder("\n").append(HEADER).append("\n|---|---|---|---|---|---|\n");
        for (Map<String, Object> figure : figures) {
            String sign = switch ((String) figure.get("relation")) {
                case "above" -> "> ";
                case "below" -> "< ";
                default -> "";
            };
            Object verdict = figure.get("verdict");
            page.append("| `").append(figure.get("id")).append("` | ").append(figure.get("unit")).append(" | ").append(sign)
                .append(number(figure.get("published"))).append(" | ").append(number(figure.get("modelled"))).append(" | ")
                .append(((String) figure.get("kind")).replace("construction", "by construction").replace('-', ' ')).append(" | ")
                .append("missed".equals(verdict) ? "**missed**" : "null".equals(verdict) ? "" : verdict).append(" |\n");
        }
        text.lines().filter(line -> line.startsWith("fitted: ") || line.startsWith("left out of the fit: "))
            .forEach(line -> page.append(line.startsWith("fitted: ") ? "\n" : "").append("    ").append(line).append('\n'));
        return page.toString();
    }

    private static String number(@Nullable Object number) {
        return number == null ? "" : FigureTable.number((Double) number);
    }

    private static String documented() throws IOException {
        List<String> lines = Files.readAllLines(Document.ROOT.resolve("docs/comparisons.md"));
        int from = lines.indexOf(HEADER);
        List<String> rest = lines.subList(from, lines.size());
        return rest.stream().takeWhile(line -> line.isEmpty() || line.startsWith("|") || line.startsWith("    "))
            .collect(Collectors.joining("\n", "\n", "")).stripTrailing() + "\n";
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "--profile fast | fast: is no bundled profile",
        "--set bus.clock=0 | 'bus.clock-hz' must be a whole number from 1 to",
        "--sweep nic.clock=1GHz..33MHz | ends below its beginning: write the smaller value first",
        "--sweep bus.burst-bytes=1..256 | bursts no shorter than its width",
        "--sweep nic.clock=1..2 --png . | --sweep and --png: give one of them",
        "--html - | --html writes a file: name one, not -",
        "--html x.html --json x.html | --html and --json name the same file",
        "--html x.html --json ./x.html | --html and --json name the same file",
        "--set nic.clock=66MHz --sweep nic.clock=33MHz..1GHz | --sweep changes 'iop.clock-hz' too: leave one of --set and --sweep away",
    })
    void wrongOptionsAreRefusedInOneLineBeforeAnythingRuns(String options, String problem) {
        String refusal = CommandRun.of((Object[]) ("reproduce " + options).split(" ")).refusal();
        assertTrue(refusal.contains(problem), refusal);
    }

    @ParameterizedTest
    @CsvSource({"--html, window-race-unsynchronised.png", "--json, window-race-unsynchronised.png", "--json, link.json"})
    void noOutputTakesThePlaceOfAPicture(String option, String name, @TempDir Path directory) throws Exception {
        Files.createSymbolicLink(directory.resolve("link.json"), Path.of("window-race-unsynchronised.png"));
        String refusal = CommandRun.of("reproduce", "--figure", "window-race", "--png", directory, option, directory.resolve(name))
            .refusal();
        assertTrue(refusal.contains("two of --html, --json and the pictures in --png name the same file: give each its own"), refusal);
    }

    @Test
    void twoPicturesInOneFileAreRefusedAndSoIsOneThatCannotBeWritten(@TempDir Path directory) throws Exception {
        Path none = directory.resolve("window-race-unsynchronised.png");
        Files.createSymbolicLink(none, Path.of("window-race-pause.png"));
        String[] command = {"reproduce", "--figure", "window-race", "--png", directory.toString()};
        String refusal = CommandRun.of((Object[]) command).refusal();
        assertTrue(refusal.contains("the pictures in --png name the same file"), refusal);

        Files.delete(none);
        Files.createDirectory(none);
        refusal = CommandRun.of((Object[]) command).refusal();
        assertTrue(refusal.contains("window-race-unsynchronised.png cannot be written: it is a directory"), refusal);
    }

    @Test
    void anotherMachineIsAWhatIfAndHasNoVerdict(@TempDir Path directory) throws Exception {
        Path json = directory.resolve("figures.json");
        String text = CommandRun.of("reproduce", "--figure", "router-card", "--profile", "acenic", "--json", json).succeeded().out();

        assertTrue(text.startsWith("WHAT IF: these are not the papers' machines; nothing below is held against"), text);
        assertTrue(text.lines().anyMatch(line -> line.matches("router-card +11,800 +[0-9,]+ +[0-9.]+ +what-if .*")), text);
        assertFalse(text.contains("fitted: "), "a profile has its own number");
        Map<String, Object> record = JsonRecords.parse(Files.readString(json)).getFirst();
        assertEquals("what-if", record.get("kind"));
        assertEquals("null", record.get("verdict"));
    }

    @Test
    void aSweepGivesAFigureAtEachValueAndAPlotThatNeedsNothing(@TempDir Path directory) throws Exception {
        Path json = directory.resolve("figures.json");
        Path html = directory.resolve("figures.html");
        String text = CommandRun.of("reproduce", "--figure", "router-card", "--profile", "acenic", "--sweep", "nic.clock=50MHz..200MHz/3",
            "--json", json, "--html", html).succeeded().out();

        assertTrue(text.contains("nothing here is held against what was published"), text);
        List<Double> rates = JsonRecords.parse(Files.readString(json)).stream().map(record -> (Double) record.get("modelled")).toList();
        assertEquals(3, rates.size());
        assertTrue(rates.get(0) < rates.get(1) && rates.get(1) < rates.get(2), rates::toString);
        String page = Files.readString(html);
        assertTrue(page.contains("<svg ") && page.contains("published"), page);
        assertFalse(page.contains("http:") || page.contains("https:") || page.contains("<script"), "needs nothing beside itself");
    }

    @Tag("full")
    @Test
    void thePageHasTheTableAndPlotsWithTheirPoints(@TempDir Path directory) throws Exception {
        Path html = directory.resolve("figures.html");
        CommandRun.of("reproduce", "--figure", "router-card", "--html", html).succeeded();
        String page = Files.readString(html);
        assertTrue(page.contains("<th scope=\"row\">router-card</th>"), page);
        assertEquals(2 + 7, page.split("<svg ", -1).length - 1, "ratio and rates, and seven that lie between the figures");
        assertEquals(1 + 7, page.split("<table>", -1).length - 1, "what is drawn can be read too");
        assertFalse(page.contains("http:") || page.contains("https:") || page.contains("<script"), "needs nothing beside itself");
    }
}
