package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Isolated
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
        assertTrue(out.toString().contains("100 % of the wire's rate"), out::toString);
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "compar | spine has no command 'compar'; did you mean 'compare'? (see spine --help)",
        "serveiop | spine has no command 'serveiop'; did you mean 'serve-iop'? (see spine --help)",
        "rnu | spine has no command 'rnu'; did you mean 'run'? (see spine --help)",
        "nonsense | spine has no command 'nonsense' (see spine --help)",
        "profile shw | spine profile has no command 'shw'; did you mean 'show'? (see spine profile --help)",
        "ext lod my.jar | spine ext has no command 'lod'; did you mean 'load'? (see spine ext --help)",
        "boot --jsno - | spine boot has no option '--jsno'; did you mean '--json'? (see spine boot --help)",
        "boot --engin=live | spine boot has no option '--engin'; did you mean '--engine'? (see spine boot --help)",
        "serve-iop --sokcet x | spine serve-iop has no option '--sokcet'; did you mean '--socket'? (see spine serve-iop --help)",
        "boot --verbose | spine boot has no option '--verbose' (see spine boot --help)",
        "help comapre | spine has no command 'comapre'; did you mean 'compare'? (see spine --help)",
        "help ext lod | spine ext has no command 'lod'; did you mean 'load'? (see spine ext --help)",
        "profile show --set bus.clok=1MHz | bus.clok=1MHz: no profile has 'bus.clok'; did you mean 'bus.clock'?: 'spine profile show'"
            + " lists what profiles have",
    })
    void aWordThatIsMistypedIsAnsweredWithTheOneThatWasMeant(String typed, String expected) {
        assertEquals(expected, CommandRun.of((Object[]) typed.split(" ")).refusal());
    }

    @ParameterizedTest
    @ValueSource(strings = {"compare", "ext load", "profile", "filter compile", ""})
    void helpShowsWhatTheOptionShows(String verb) {
        List<String> shown = new ArrayList<>(List.of(verb.isEmpty() ? new String[0] : verb.split(" ")));
        List<String> asked = new ArrayList<>(shown);
        shown.add("--help");
        asked.addFirst("help");
        assertEquals(CommandRun.of(shown.toArray()).succeeded().out(), CommandRun.of(asked.toArray()).succeeded().out());
    }

    @Test
    void helpInAGroupIsOfTheGroup() {
        assertEquals(CommandRun.of("ext", "--help").succeeded().out(), CommandRun.of("ext", "help").succeeded().out());
        assertEquals(CommandRun.of("ext", "load", "--help").succeeded().out(), CommandRun.of("ext", "help", "load").succeeded().out());
    }

    @Test
    void aResultDoesNotTakeThePlaceOfWhatTheCommandIsGiven(@TempDir Path directory) throws IOException {
        Path system = Files.writeString(directory.resolve("SYSTEM.toml"), "[[iop]]\nname = \"one\"\n");
        String refusal = CommandRun.of("boot", "--json", system).refusal();
        assertEquals(system + " cannot be written: so ends what a command is given, not what it writes; name another file, or - for"
            + " standard output", refusal);
        assertTrue(CommandRun.of("profile", "show", "--json", system).refusal().startsWith(system + " cannot be written: "));
        assertEquals("[[iop]]\nname = \"one\"\n", Files.readString(system));
    }

    @Test
    void keysOfWhatIfsAreThoseThatAProfileShows() {
        String shown = CommandRun.of("profile", "show").succeeded().out();
        Matcher key = Pattern.compile("\\b([a-z]+(?:\\.[a-z-]+)+)=\\d").matcher(HelpExamplesTest.allHelp());
        int keys = 0;
        while (key.find()) {
            assertTrue(shown.contains("\n" + key.group(1)), () -> key.group(1) + " is in a help, and not in\n" + shown);
            keys++;
        }
        assertTrue(keys >= 6, "helps name keys");
    }
}
