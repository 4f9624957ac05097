package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code spine filter}: what it makes a card would load, and mistakes are one line. */
class FilterCommandTest {
    @TempDir
    private Path directory;

    @Test
    void whatIsCompiledIsAcceptedByTheVerifier() throws IOException {
        Path rules = Files.writeString(directory.resolve("rules.txt"), "count ip\ndrop udp port 53\n");
        Path jar = directory.resolve("filter.jar");
        assertTrue(CommandRun.of("filter", "compile", "--rules", rules, "-o", jar).succeeded().out().contains("for 2 rules"));
        assertTrue(CommandRun.of("ext", "verify", jar).succeeded().out().contains("accepted"));
        CommandRun.of("filter", "compile", "--pass", "tcp port 80", "--output", jar).succeeded();
        assertTrue(CommandRun.of("filter", "explain", "tcp", "port", "80").succeeded().out().contains("rule 1 decides"));
    }

    @Test
    void aMistakeIsOneLineWithItsPlace() {
        assertEquals("column 5: expected 'and' or 'or', found 'tcp' (see spine filter check --help)",
            CommandRun.of("filter", "check", "udp tcp").refusal());
        assertEquals("there is no expression: write one, or name a file by --rules (see spine filter check --help)",
            CommandRun.of("filter", "check").refusal());
        assertEquals("there is no file " + directory.resolve("none") + " (see spine filter explain --help)",
            CommandRun.of("filter", "explain", "--rules", directory.resolve("none")).refusal());
    }
}
