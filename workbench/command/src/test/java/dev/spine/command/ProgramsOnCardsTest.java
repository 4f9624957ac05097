package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.command.control.Bulk;
import dev.spine.command.control.ControlClient;
import dev.spine.command.control.Fields;
import dev.spine.command.control.ProgramRequest;
import dev.spine.command.control.Refusal;
import dev.spine.command.control.RequestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code spine pdl load} and what follows it: programs on the cards of a running system, from other processes. */
@Timeout(120)
class ProgramsOnCardsTest {
    private static final Path EXAMPLES = Document.ROOT.resolve("docs/examples/panic");
    private static final Path TALLY = EXAMPLES.resolve("tally.pdl");
    private static final Path DOUBLE = EXAMPLES.resolve("double.pdl");

    @TempDir
    private Path directory;
    private RunningSystem system;

    @BeforeEach
    void start() {
        system = new RunningSystem(directory, EXAMPLES.resolve("system.toml"));
    }

    @AfterEach
    void stop() {
        system.close();
        assertEquals(List.of(), system.threads());
    }

    private CommandRun pdl(Object... words) {
        Object[] all = new Object[words.length + 1];
        all[0] = "pdl";
        System.arraycopy(words, 0, all, 1, words.length);
        return system.command(all);
    }

    private void loadAndRun(String card) {
        pdl("load", TALLY, "--on", card).succeeded();
        pdl("run", "tally", "--on", card).succeeded();
    }

    private Fields ask(ProgramRequest request) throws Exception {
        try (ControlClient client = system.client()) {
            return client.ask(request);
        }
    }

    @Test
    void aProgramIsLoadedRunSentToStoppedAndUnloaded() {
        assertEquals("loaded Tally on left as program 40\n", pdl("load", TALLY, "--on", "left").succeeded().out());
        assertEquals("running Tally, program 40 on left\n", pdl("run", "tally").succeeded().out());
        assertEquals("sent to Tally, program 40 on left\n", pdl("send", "40", "1", "0x10").succeeded().out());
        assertEquals("left program 40: 16\n", pdl("display", "--count", "1").succeeded().out());
        assertEquals("stopped Tally, program 40 on left\n", pdl("stop", "TALLY").succeeded().out());
        assertEquals("""
            on    program  name   state    waiting  activations  steps  words
            left       40  Tally  stopped        0            2     11      1
            """, pdl("list").succeeded().out());
        assertEquals("unloaded Tally, program 40 on left\n", pdl("unload", "tally").succeeded().out());
        assertEquals("none\n", pdl("list").succeeded().out());
    }

    @Test
    void aProgramFileIsLoadedAsItsTextIs() {
        Path file = directory.resolve("tally.program");
        CommandRun.of("pdl", "compile", TALLY, "-o", file).succeeded();
        assertEquals("loaded Tally on right as program 40\n", pdl("load", file, "--on", "right").succeeded().out());
    }

    @Test
    void aSwapKeepsVariablesOfTheSameNameAndItsState() {
        loadAndRun("left");
        pdl("send", "tally", "1", "5").succeeded();
        assertEquals("swapped program 40 on left: it is Tally now\n", pdl("swap", DOUBLE).succeeded().out());
        pdl("send", "tally", "1", "5").succeeded();
        assertEquals("left program 40: 5\nleft program 40: 15\n", pdl("display", "--count", "2").succeeded().out());
    }

    @Test
    void whatEndsAProgramIsToldWithItsLine() {
        loadAndRun("left");
        pdl("send", "tally", "2", "0").succeeded();
        assertTrue(pdl("watch", "--count", "1").succeeded().out().startsWith("left program 40 Tally: "));
        CommandRun list = pdl("list").succeeded();
        assertTrue(list.out().endsWith("program 40 on left faulted: division by zero, line 17\n"), list::out);
    }

    @Test
    void aGroupOfCardsTakesAProgramOrNoneDoes() {
        assertEquals("loaded Tally on left, right as program 40\n", pdl("load", TALLY, "--on", "left,right").succeeded().out());
        pdl("unload", "tally", "--on", "left").succeeded();
        CommandRun refused = pdl("load", TALLY, "--on", "left,right");
        assertEquals(1, refused.code());
        assertEquals("spine: nothing was loaded: right: the program cannot be loaded: another program has that number: unload it, or"
            + " replace it\n", refused.err());
        assertEquals("none\n", pdl("list", "--on", "left").succeeded().out());
        CommandRun noSwap = pdl("swap", DOUBLE, "--on", "right,left");
        assertEquals("spine: nothing was swapped: left: there is no program 40 on left\n", noSwap.err());
        assertEquals(2, noSwap.code());
    }

    @Test
    void aMistakeOfThePersonIsOneLineAndCodeTwo() throws IOException {
        loadAndRun("left");
        String help = " (see spine pdl run --help)";
        assertEquals("no program 'taly' is loaded; did you mean 'Tally'?" + help, pdl("run", "taly").refusal());
        assertEquals("no program 41 is loaded; spine pdl list shows what is" + help, pdl("run", "41").refusal());
        assertEquals("there is no program 41 on left", pdl("run", "41", "--on", "left").refusal());
        assertEquals("several cards have the VM: say on which, left, right", pdl("load", DOUBLE).refusal());
        assertEquals("no card \"lft\" has the VM; did you mean \"left\"?", pdl("list", "--on", "lft").refusal());
        assertEquals("no card \"nic\" has the VM; there are left, right", pdl("display", "--on", "nic").refusal());
        assertEquals("card \"left\" is named twice: name it once", pdl("load", TALLY, "--on", "left,left").refusal());
        pdl("load", TALLY, "--on", "right").succeeded();
        assertEquals("several cards have program tally: say on which, left, right (see spine pdl stop --help)",
            pdl("stop", "tally").refusal());
        assertEquals("--count is at least 1, not 0 (see spine pdl watch --help)", pdl("watch", "--count", "0").refusal());
        Path text = Files.writeString(directory.resolve("a.pdl"), "PROGRAM P:\n  VAR a;\n  BEGIN b = 1; a = ; AWAIT END;\nEND;\n");
        CommandRun wrong = pdl("load", text, "--on", "left");
        assertEquals(2, wrong.code());
        assertEquals(text + ":3:9: 'b' is not declared\n" + text + ":3:20: expected a value, found ';'\n", wrong.err());
        assertTrue(CommandRun.of("pdl", "list", "--socket", directory.resolve("none.sock")).refusal().startsWith("no system runs at "));
    }

    @Test
    void anOrderThatTheCardRefusesIsOneLineAndCodeOne() {
        loadAndRun("left");
        CommandRun again = pdl("run", "tally");
        assertEquals(1, again.code());
        assertEquals("spine: program 40 cannot be run: the program is not in a state for it: stop one that runs, run one that does not\n",
            again.err());
        CommandRun trigger = pdl("send", "tally", "9");
        assertEquals(1, trigger.code());
        assertEquals("spine: the message cannot be sent to trigger 9 of program 40: the program has no such trigger\n", trigger.err());
    }

    @Test
    void answersAreWrittenForProgramsToo() {
        assertEquals("""
            {
              "on" : [ "left" ],
              "program" : 40,
              "name" : "Tally"
            }
            """, pdl("load", TALLY, "--on", "left", "--json", "-").succeeded().out());
        pdl("run", "tally").succeeded();
        pdl("send", "tally", "1", "3").succeeded();
        assertEquals("{\"event\":\"display\",\"on\":\"left\",\"program\":40,\"value\":3}\n",
            pdl("display", "--count", "1", "--json", "-").succeeded().out());
    }

    @Test
    void anotherProcessReadsVariables() throws Exception {
        loadAndRun("left");
        pdl("send", "tally", "1", "7").succeeded();
        pdl("display", "--count", "1").succeeded();
        Fields variable = ask(new ProgramRequest.ListVariables("left", 40)).objects("variables").getFirst();
        assertEquals("sum", variable.text("name", 100));
        int first = (int) variable.number("first", 0, 100);
        int words = (int) variable.number("words", 1, 100);
        assertEquals(List.of(7), ask(new ProgramRequest.ReadProgram("left", 40, first, words)).words("words", 10));
        RequestException beyond = assertThrows(RequestException.class, () -> ask(new ProgramRequest.ReadProgram("left", 40, 1, 1)));
        assertEquals(Refusal.NONE, beyond.reason());
    }

    @Test
    void whatIsNoProgramFileNeverReachesACard() {
        RequestException refusal = assertThrows(RequestException.class,
            () -> ask(new ProgramRequest.LoadProgram(List.of("left"), new Bulk(new byte[100]), 0)));
        assertEquals(Refusal.MALFORMED, refusal.reason());
        assertEquals("\"file\" is no program file: byte 0: not a program file", refusal.getMessage());
    }

    @Test
    void changesAreToldAsTheyHappenAndOnlyThoseOfTheCardThatWasNamed() throws Exception {
        try (ControlClient client = system.client()) {
            client.ask(new ProgramRequest.WatchPrograms("left", false, true));
            pdl("load", TALLY, "--on", "right").succeeded();
            pdl("load", TALLY, "--on", "left").succeeded();
            for (String state : List.of("loaded", "running", "stopped", "unloaded")) {
                Fields event = client.nextEvent();
                assertEquals(state, event.text("state", 100));
                assertEquals("left", event.text("on", 100));
                switch (state) {
                    case "loaded" -> pdl("run", "40", "--on", "left").succeeded();
                    case "running" -> pdl("stop", "40", "--on", "left").succeeded();
                    default -> {
                        if (state.equals("stopped")) {
                            pdl("unload", "40", "--on", "left").succeeded();
                        }
                    }
                }
            }
        }
    }

    @Test
    void aVmThatIsUnloadedHasNoProgramsAndOneThatIsLoadedAgainTakesNewOnes() {
        loadAndRun("left");
        system.command("ext", "unload", "1", "--on", "left").succeeded();
        assertEquals("no card \"left\" has the VM; there are right", pdl("list", "--on", "left").refusal());
        system.command("reload").succeeded();
        assertEquals("none\n", pdl("list", "--on", "left").succeeded().out());
        loadAndRun("left");
    }

    @Test
    void aCardThatWasResetTakesProgramsAgain() {
        loadAndRun("left");
        system.command("reset", "left").succeeded();
        assertEquals("none\n", pdl("list").succeeded().out());
        loadAndRun("left");
        pdl("send", "tally", "1", "4").succeeded();
        assertEquals("left program 40: 4\n", pdl("display", "--count", "1").succeeded().out());
    }
}
