package dev.spine.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SpineCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine command =
            SpineCommand.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));

    @Test
    void helpListsTheExitCodesAndEndsWithZero() {
        assertEquals(0, command.execute("--help"));
        assertTrue(out.toString().contains("the user must change something"), out::toString);
    }

    @Test
    void noCommandsHelpComplainsOfItsOwnText() {
        PrintStream before = System.err;
        ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        System.setErr(new PrintStream(complaints, true, StandardCharsets.UTF_8));
        try {
            showAll(command);
        } finally {
            System.setErr(before);
        }
        assertEquals("", complaints.toString(StandardCharsets.UTF_8));
        assertTrue(out.toString().contains("(within 15 %)"), out::toString);
    }

    private static void showAll(CommandLine each) {
        each.usage(each.getOut());
        each.getSubcommands().values().forEach(SpineCommandTest::showAll);
    }

    @Test
    void withoutACommandThePrintedHelpIsTheAnswer() {
        assertEquals(0, command.execute());
        assertTrue(out.toString().startsWith("Usage: spine"), out::toString);
    }

    @Test
    void anUnknownWordIsAnsweredInOneLineWithCodeTwo() {
        assertEquals(2, command.execute("no-such-command"));
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().contains("no-such-command"), err::toString);
    }

    @Test
    void versionNamesSpineAndTheJdk() {
        assertEquals(0, command.execute("--version"));
        assertTrue(out.toString().contains("spine "), out::toString);
        assertTrue(out.toString().contains("JDK 25"), out::toString);
    }
}
