package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the pages of PDL show: the tutorial is followed from its begin to its end, and prints what it says. */
class PdlTutorialTest {
    private static final Path PAGE = Document.ROOT.resolve("docs/pdl-tutorial.md");
    private static final String PROMPT = "$ ./spine ";
    /** Stands for lines that the page leaves out. */
    private static final String LEFT_OUT = "...";

    @TempDir
    private Path directory;

    @Test
    void eachCommandPrintsWhatThePageShows() throws IOException {
        Files.createFile(directory.resolve("gate.pdl"));
        int commands = 0;
        for (Document.Block block : Document.read(PAGE).blocks("")) {
            if (block.info().startsWith("pdl ")) {
                Files.writeString(directory.resolve(block.info().substring(4)), block.text());
            } else if (block.info().equals("session")) {
                commands += follow(block);
            }
        }
        assertTrue(commands > 8, "the page shows commands");
    }

    @Test
    void eachProgramOfTheReferenceIsOne() throws IOException {
        List<Document.Block> programs = Document.read(PAGE.resolveSibling("pdl.md")).blocks("pdl");
        assertTrue(programs.size() > 1, "the page shows programs");
        for (Document.Block program : programs) {
            Path file = Files.writeString(directory.resolve("a.pdl"), program.text());
            CommandRun.of("pdl", "compile", file).succeeded();
            CommandRun.of("pdl", "compile", "--overlap", file).succeeded();
        }
    }

    /** {@return how many commands it has} */
    private int follow(Document.Block session) {
        List<List<String>> parts = new ArrayList<>();
        for (String line : session.text().lines().toList()) {
            if (line.startsWith(PROMPT)) {
                parts.add(new ArrayList<>());
            }
            parts.getLast().add(line);
        }
        for (List<String> part : parts) {
            String command = part.getFirst().substring(PROMPT.length());
            CommandRun run = CommandRun.of(Document.words(command).stream().map(this::placed).toArray());
            assertEquals("", run.err(), command);
            holds(session + ": " + command, part.subList(1, part.size()), run.out().replace(directory + "/", "").lines().toList());
        }
        return parts.size();
    }

    private Object placed(String word) {
        return word.matches("\\w+\\.(pdl|program)") ? directory.resolve(word) : word;
    }

    private static void holds(String where, List<String> shown, List<String> printed) {
        if (!shown.contains(LEFT_OUT)) {
            assertEquals(shown, printed, where);
            return;
        }
        List<String> excerpt = shown.stream().filter(line -> !line.equals(LEFT_OUT)).toList();
        int begin = printed.indexOf(excerpt.getFirst());
        assertTrue(begin >= 0, () -> where + " does not print " + excerpt.getFirst());
        assertEquals(excerpt, printed.subList(begin, Math.min(begin + excerpt.size(), printed.size())), where);
    }
}
