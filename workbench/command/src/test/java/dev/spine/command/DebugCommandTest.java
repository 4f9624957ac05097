package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** {@code spine debug}. */
@Isolated
@Timeout(60)
class DebugCommandTest {
    private static final Path PAGE = Document.ROOT.resolve("docs/observing.md");
    private static final String PROMPT = "$ ./spine debug spine --commands '";

    @TempDir
    private Path scratch;

    @Test
    void theSessionIsAsItIsWritten() {
        Document page = Document.read(PAGE);
        String command = page.blocks("session").getFirst().text().lines().findFirst().orElseThrow();
        assertTrue(command.startsWith(PROMPT) && command.endsWith("'"), command);
        String commands = command.substring(PROMPT.length(), command.length() - 1);
        CommandRun run = CommandRun.of("debug", "spine", "--commands", commands).succeeded();
        page.hold("session", command + "\n" + run.out());
    }

    @Test
    void aSystemFileIsDebugged() throws Exception {
        Path file = Files.writeString(scratch.resolve("SYSTEM.toml"), "[[iop]]\nname = \"lonely\"\n");
        String out = CommandRun.of("debug", file, "--at", 10, "--commands", "agents").succeeded().out();
        assertTrue(out.startsWith("event 10 at ") && out.contains("node0/lonely"), out);
    }

    @Test
    void commandsComeFromStandardInputAndWrongOnesAreTold() {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream("to 5\nnonsense\nback\nquit\nto 7\n".getBytes(StandardCharsets.UTF_8)));
        try {
            CommandRun run = CommandRun.of("debug", "boot");
            assertEquals(2, run.code());
            assertTrue(run.out().contains("event 5 at ") && run.out().contains("no command 'nonsense'"), run::out);
            assertTrue(run.out().contains("event 4 at "), run::out);
            assertTrue(!run.out().contains("event 7 at "), run::out);
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void twoSessionsSayTheSame() {
        String commands = "to 700; agents; pending 20; back 100; digest; end; digest";
        assertEquals(CommandRun.of("debug", "i2o", "--commands", commands).succeeded().out(),
            CommandRun.of("debug", "i2o", "--commands", commands).succeeded().out());
    }

    @Test
    void aNumberThatIsFarTooLargeEndsWithTheRun() {
        String most = Long.toString(Long.MAX_VALUE);
        String out = CommandRun.of("debug", "boot", "--commands", "next 3; next " + most + "; to " + most).succeeded().out();
        assertEquals(2, out.lines().filter(line -> line.startsWith("  the run has no event " + most)).count(), out);
    }

    @Test
    void whatMakesNoSenseIsOneLine() {
        assertTrue(CommandRun.of("debug", "nonsense").refusal().contains("forward-spine"));
        assertTrue(CommandRun.of("debug", "--at", -1).refusal().contains("0 is the start"));
        assertTrue(CommandRun.of("debug", "--at", 1, "--time", "1ms").refusal().contains("one of them"));
        assertTrue(CommandRun.of("debug", "--time", "soon").refusal().contains("1.5ms"));
        assertTrue(CommandRun.of("debug", "--packets", 0).refusal().contains("1 to"));
        CommandRun run = CommandRun.of("debug", "boot", "--commands", "to 3; message; to 4");
        assertEquals(2, run.code());
        assertEquals(1, run.err().lines().count(), run::err);
        assertTrue(run.out().contains("event 3 at ") && !run.out().contains("event 4 at "), run::out);
    }
}
