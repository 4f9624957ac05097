package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code spine reproduce}. */
class ReproduceCommandTest {
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
        String second = CommandRun.of("reproduce", "--json", "-").succeeded().out();

        assertEquals(Files.readString(first), second);
        assertEquals(List.of("api", "vm-spread", "vm-512", "vm-1024"), JsonRecords.parse(second).stream()
            .filter(figure -> "not-asked".equals(figure.get("kind"))).map(figure -> figure.get("id")).toList());
        assertTrue(table.lines().anyMatch(line -> line.matches("router-card +11,800 +11,[78][0-9]{2} +1.00 +fitted .*")), table);
        assertTrue(table.lines().anyMatch(line -> line.matches("crossings-card +1.00 +1.00 +1.00 +predicted .*")), table);
        assertTrue(table.lines().anyMatch(line -> line.matches("crossings-host +2.00 +2.00 +1.00 +predicted .*")), table);
        assertTrue(table.lines().anyMatch(line -> line.matches("video-stream +40.00 +.*predicted .*")), table);
        assertTrue(table.lines().anyMatch(line -> line.matches("clock-read +7.00 +[0-9.]+ +[0-9.]+ +missed .*")), table);
        assertTrue(table.lines().anyMatch(line -> line.matches("vm-512 +> 1.00 +not asked: needs PANIC's programs .*")), table);
        assertTrue(table.lines().anyMatch(line -> line.matches("stall +2.00 +1.91 +0.95 +predicted .*")), table);
        assertTrue(table.lines().anyMatch(line -> line.startsWith("clock-read (missed): PANIC's programs are interpreted")), table);
        assertTrue(table.lines().anyMatch(line -> line.startsWith("left out of the fit: router-card ")), table);
        assertTrue(table.lines().anyMatch(line -> line.startsWith("left out of the fit: clock-read ")), table);
        assertTrue(second.contains("{\"id\":\"router-card\""), second);
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
    void anotherMachineIsAWhatIfAndNothingIsPredictedForIt(@TempDir Path directory) throws Exception {
        Path json = directory.resolve("figures.json");
        String text = CommandRun.of("reproduce", "--figure", "router-card", "--profile", "acenic", "--json", json).succeeded().out();

        assertTrue(text.startsWith("WHAT IF: these are not the papers' machines; nothing below is a prediction"), text);
        assertTrue(text.lines().anyMatch(line -> line.matches("router-card +11,800 +[0-9,]+ +[0-9.]+ +what-if .*")), text);
        assertFalse(text.contains("fitted: "), "a profile has its own number");
        assertEquals("what-if", JsonRecords.parse(Files.readString(json)).getFirst().get("kind"));
    }

    @Test
    void aSweepGivesAFigureAtEachValueAndAPlotThatNeedsNothing(@TempDir Path directory) throws Exception {
        Path json = directory.resolve("figures.json");
        Path html = directory.resolve("figures.html");
        String text = CommandRun.of("reproduce", "--figure", "router-card", "--profile", "acenic", "--sweep", "nic.clock=50MHz..200MHz/3",
            "--json", json, "--html", html).succeeded().out();

        assertTrue(text.contains("nothing here is a prediction"), text);
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
        assertEquals(2 + 5, page.split("<svg ", -1).length - 1, "ratio and rates, and five that lie between the figures");
        assertEquals(1 + 5, page.split("<table>", -1).length - 1, "what is drawn can be read too");
        assertFalse(page.contains("http:") || page.contains("https:") || page.contains("<script"), "needs nothing beside itself");
    }
}
