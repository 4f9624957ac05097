package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code spine pdl}: programs are checked and formatted, and mistakes are lines with their places. */
class PdlCommandTest {
    private static final Path EXAMPLES = Document.ROOT.resolve("docs/examples/pdl");

    @TempDir
    private Path directory;

    private Path program(String text) throws IOException {
        return Files.writeString(directory.resolve("a.pdl"), text);
    }

    @Test
    void aProgramIsShownWithItsWarnings() {
        Path hand = EXAMPLES.resolve("hand.pdl");
        assertEquals(hand + ":2:14: warning: 'unused' is never used\n" + hand + ": program Hand, 1 trigger, 51 words of variables\n",
            CommandRun.of("pdl", "check", hand).succeeded().out());
        Path gate = EXAMPLES.resolve("gate.pdl");
        assertEquals(gate + ": program Gate, number 40, 2 triggers, 259 words of variables\n",
            CommandRun.of("pdl", "check", gate).succeeded().out());
    }

    @Test
    void whatIsWrongWithAProgramIsALineEach() throws IOException {
        Path text = program("PROGRAM P:\n  VAR a;\n  BEGIN b = 1; a = ; AWAIT END;\nEND;\n");
        CommandRun run = CommandRun.of("pdl", "check", text);
        assertEquals(1, run.code());
        assertEquals(List.of(text + ":3:9: 'b' is not declared", text + ":3:20: expected a value, found ';'"), run.out().lines().toList());
    }

    @Test
    void whatNoFileHoldsIsNoProgram() throws IOException {
        Path text = program("PROGRAM P: BEGIN\n" + "DISPLAY CLOCK;\n".repeat(5_000) + "AWAIT END; END;");
        for (String verb : List.of("check", "compile")) {
            CommandRun run = CommandRun.of("pdl", verb, text);
            assertEquals(1, run.code());
            assertEquals(text + ":4098:1: a program has at most 4096 statements: make two of it\n", run.out());
        }
        assertFalse(Files.exists(directory.resolve("a.program")));
    }

    @Test
    void aProgramIsWrittenAsAllAre() throws IOException {
        String written = "PROGRAM P:\n  VAR a;\n  BEGIN\n    a = 1;\n    AWAIT\n  END;\nEND;\n";
        Path text = program("program P: var a; begin\na=1; await end; end;");
        assertEquals(written, CommandRun.of("pdl", "format", text).succeeded().out());
        assertEquals("", CommandRun.of("pdl", "format", "--in-place", text).succeeded().out());
        assertEquals(written, Files.readString(text));
    }

    @Test
    void whatIsNoProgramStaysAsItIs() throws IOException {
        Path text = program("program P: begin await end; end; end;");
        CommandRun run = CommandRun.of("pdl", "format", "--in-place", text);
        assertEquals(1, run.code());
        assertEquals(text + ":1:34: the program has ended, and 'end' comes behind it\n", run.out());
        assertEquals("program P: begin await end; end; end;", Files.readString(text));
    }

    @Test
    void aProgramFileIsMadeAndShown() throws IOException {
        Path file = directory.resolve("echo.program");
        assertEquals("wrote " + file + ": 84 bytes\n", CommandRun.of("pdl", "compile", EXAMPLES.resolve("echo.pdl"), "-o", file)
            .succeeded().out());
        assertEquals("""
            program Echo, number 415: 0 words of data, a stack of 4, 27 bytes of code

            data

            start-up
                 0  AWAIT    12                      ; line 3

            message 12
                 5  PUSH     0                       ; line 4
                10  PKLEN
                11  PUSH     10
                16  PUSH     7
                21  SENDRP
                22  AWAIT    12                      ; line 4
            """, CommandRun.of("pdl", "disassemble", file).succeeded().out());
    }

    @Test
    void aProgramWaitsBehindATransferOrWhereTheTransferConcernsAStatement() throws IOException {
        Path text = program("PROGRAM P: VAR a, b; BEGIN\nGET a OFFSET 0 FROM 2 LEN 4;\nb = CLOCK;\nDISPLAY a;\nAWAIT END; END;\n");
        Path file = directory.resolve("a.program");
        CommandRun.of("pdl", "compile", text).succeeded();
        assertEquals(List.of("GET a", "DMAWAIT", "CLOCK ; line 3", "LOAD a ; line 4"), instructions(file));
        CommandRun.of("pdl", "compile", "--overlap", text).succeeded();
        assertEquals(List.of("GET a", "CLOCK ; line 3", "DMAWAIT ; line 4", "LOAD a"), instructions(file));
    }

    /** Those that the test looks at. */
    private static List<String> instructions(Path file) {
        return CommandRun.of("pdl", "disassemble", file).succeeded().out().lines().map(line -> line.replaceAll("^ *[0-9]+ +", "")
            .replaceAll(" +", " ")).filter(line -> line.matches("(GET|DMAWAIT|CLOCK|LOAD).*")).toList();
    }

    @Test
    void nothingIsWrittenOfWhatIsNoProgram() throws IOException {
        Path text = program("PROGRAM P: BEGIN a = 1 END; END;");
        CommandRun run = CommandRun.of("pdl", "compile", text);
        assertEquals(1, run.code());
        assertEquals(text + ":1:12: warning: the start-up block can reach its end without AWAIT or STOP; it ends there as by"
            + " AWAIT\n" + text + ":1:18: 'a' is not declared\n", run.out());
        assertFalse(Files.exists(directory.resolve("a.program")));
        assertEquals(text + " is no program file: byte 0: not a program file (see spine pdl disassemble --help)",
            CommandRun.of("pdl", "disassemble", text).refusal());
        assertTrue(CommandRun.of("pdl", "compile", text, "-o", text).refusal().contains("is the text itself"));
        assertTrue(CommandRun.of("pdl", "compile", text, "-o", "-").refusal().contains("is no text"));
    }

    @Test
    void aMistakeOfThePersonIsOneLine() throws IOException {
        Path none = directory.resolve("none.pdl");
        assertEquals("there is no file " + none + " (see spine pdl check --help)", CommandRun.of("pdl", "check", none).refusal());
        assertTrue(CommandRun.of("pdl", "check", "/dev/zero").refusal().contains("has more than"));
        Path latin = Files.write(directory.resolve("latin.pdl"), new byte[] {'#', (byte) 0xE9});
        assertTrue(CommandRun.of("pdl", "format", latin).refusal().contains("is no text in UTF-8"));
    }
}
