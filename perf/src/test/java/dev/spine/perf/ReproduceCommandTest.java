package dev.spine.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code spine reproduce}. */
class ReproduceCommandTest {
    @Test
    void aFigureThatIsNotKnownNamesThoseThatAre() {
        String refusal = CommandRun.of("reproduce", "--figure", "nonsense").refusal();
        assertTrue(refusal.startsWith("spine: there is no figure 'nonsense': router-card, router-card-host, "), refusal);
    }

    @Tag("full")
    @Test
    void everyFigureStandsInTheTableAndInTheFileAndTheSameSeedGivesTheSameBytes(@TempDir Path directory) throws Exception {
        Path first = directory.resolve("first.json");
        String table = CommandRun.of("reproduce", "--json", first).succeeded().out();
        String second = CommandRun.of("reproduce", "--json", "-").succeeded().out();

        assertEquals(Files.readString(first), second);
        assertTrue(table.lines().anyMatch(line -> line.matches("router-card +11,800 +11,[78][0-9]{2} +1.00 +fitted .*")), table);
        assertTrue(table.lines().anyMatch(line -> line.matches("crossings-card +1.00 +1.00 +1.00 +predicted .*")), table);
        assertTrue(table.lines().anyMatch(line -> line.matches("crossings-host +2.00 +2.00 +1.00 +predicted .*")), table);
        assertTrue(table.lines().anyMatch(line -> line.matches("video-stream +40.00 +.*predicted .*")), table);
        assertTrue(table.lines().anyMatch(line -> line.startsWith("clock-read ") && line.contains("absent")), table);
        assertTrue(table.lines().anyMatch(line -> line.matches("stall +2.00 +1.91 +0.95 +predicted .*")), table);
        assertTrue(table.lines().anyMatch(line -> line.startsWith("clock-read (absent): PANIC's programs")), table);
        assertTrue(table.lines().anyMatch(line -> line.startsWith("left out of the fit: router-card ")), table);
        assertTrue(second.contains("{\"id\":\"router-card\""), second);
    }
}
