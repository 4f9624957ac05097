package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands by which the guide for authors brings its template into a running system do what is written under them. */
@Timeout(120)
@Tag("SO-01")
class GuideSessionTest {
    private static final Path GUIDE = Document.ROOT.resolve("docs/writing-an-extension.md");
    private static final String PROMPT = "$ ./spine ";
    /** What the guide leaves out. */
    private static final String AND_SO_ON = "...";
    private static final String IMAGE = "target/port-counter.jar";

    /** A command, and what is written under it. */
    record Step(String command, List<String> said) {}

    static List<Step> steps() {
        List<Document.Block> blocks = Document.read(GUIDE).blocks("session");
        assertEquals(1, blocks.size());
        List<Step> steps = new ArrayList<>();
        for (String line : blocks.getFirst().text().lines().toList()) {
            if (line.startsWith(PROMPT)) {
                steps.add(new Step(line.substring(PROMPT.length()), new ArrayList<>()));
            } else {
                steps.getLast().said().add(line);
            }
        }
        return steps;
    }

    /** What differs from run to run: numbers of two or more digits, who runs it, and how wide columns are because of that. */
    private static String comparable(String line) {
        return line.replace(System.getProperty("user.name"), "ann").replaceAll("[0-9][0-9,.]*[0-9]", "N").replaceAll("[ -]+", " ").strip();
    }

    private static boolean isAsWritten(List<String> written, List<String> happened) {
        int at = 0;
        boolean leavesOut = false;
        for (String line : written) {
            if (line.equals(AND_SO_ON)) {
                leavesOut = true;
                continue;
            }
            while (leavesOut && at < happened.size() && !comparable(happened.get(at)).equals(comparable(line))) {
                at++;
            }
            if (at == happened.size() || !comparable(happened.get(at)).equals(comparable(line))) {
                return false;
            }
            at++;
            leavesOut = false;
        }
        return leavesOut || at == happened.size();
    }

    @Test
    void theTemplateIsLoadedUsedLookedAtAndUnloadedAsItIsWritten(@TempDir Path directory) throws Exception {
        Path image = ExtensionTemplateTest.jar(directory);
        List<Step> steps = steps();
        assertTrue(steps.size() >= 5, "the guide leads through a system that runs");
        try (RunningSystem system = new RunningSystem(directory)) {
            for (Step step : steps) {
                Object[] words = step.command().replace(IMAGE, image.toString()).split(" ");
                List<String> happened;
                do {
                    CommandRun run = system.command(words);
                    happened = (run.out() + run.err()).lines().toList();
                    // The card may not have come to the message before, so who looks at it looks again.
                } while (step.command().startsWith("ext inspect") && !isAsWritten(step.said(), happened) && !Thread.interrupted());
                List<String> said = happened;
                assertTrue(isAsWritten(step.said(), said), () -> step.command() + " said\n" + String.join("\n", said) + "\nand not\n"
                    + String.join("\n", step.said()));
            }
            system.ended().succeeded();
        }
    }
}
