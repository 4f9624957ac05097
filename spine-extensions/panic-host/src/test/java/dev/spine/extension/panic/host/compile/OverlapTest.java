package dev.spine.extension.panic.host.compile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.RunningProgram;
import dev.spine.extension.panic.TestCard;
import dev.spine.extension.panic.host.language.PdlProgram;
import dev.spine.extension.panic.host.language.PdlText;
import dev.spine.extension.panic.machine.Fault;
import dev.spine.extension.panic.machine.Machine;
import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramCode;
import dev.spine.extension.panic.program.ProgramFormat;
import dev.spine.extension.panic.program.ProgramReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which statements wait for transfers when these go on beside them. */
class OverlapTest {
    private static final String GET = "GET e[1] OFFSET 0 FROM 2 LEN 8;\n";
    private static final String DELIVER = "DELIVER e[1] OFFSET 0 INTO 2 LEN 8;\n";

    private static PdlProgram program(String statements) {
        PdlText read = PdlText.read("PROGRAM P: VAR a, b, e[4], f[4]; TRIGGERS 1; BEGIN AWAIT END; MESSAGE 1: BEGIN\n" + statements
            + ";\nAWAIT END; END;");
        return read.program().orElseThrow(() -> new AssertionError(read.findings()));
    }

    private static ProgramCode code(byte[] file) throws Exception {
        return ProgramReader.read(ProgramBytes.of(file)).code();
    }

    /** The lines of the statements that wait, counted from the first one of the message. */
    private static List<Integer> waits(String statements) throws Exception {
        ProgramCode code = code(PdlCompiler.compileOverlapping(program(statements)));
        List<Integer> lines = new ArrayList<>();
        for (int i = 0; i < code.instructions(); i++) {
            if (code.opcode(code.offset(i)) == Opcode.DMAWAIT) {
                assertTrue(code.isStatement(code.offset(i)), "a wait stands within a statement");
                lines.add(code.line(code.offset(i)) - 1);
            }
        }
        return lines;
    }

    @ParameterizedTest
    @ValueSource(strings = {"a = e[1]", "a = e[2]", "a = e[b]", "f[e[1]] = b", "DISPLAY e[2]", "IF e[2] THEN b = 1",
        "DELIVER e[2] OFFSET 0 INTO 3 LEN 4", "DELIVER e[0] OFFSET 0 INTO 3 LEN 5", "DELIVER e[b] OFFSET 0 INTO 3 LEN 4",
        "DELIVER e[0] OFFSET 0 INTO 3 LEN a", "a = 1 AND e[1]"})
    void aStatementThatReadsWhatAGetWritesWaits(String statement) throws Exception {
        assertEquals(List.of(2), waits(GET + statement));
    }

    @ParameterizedTest
    @ValueSource(strings = {"e[1] = a", "e[b] = a", "COPY e[1] OFFSET 0 LEN 4", "COPY e[b] OFFSET 0 LEN 4",
        "GET e[2] OFFSET 0 FROM 3 LEN 4", "GET e[b] OFFSET 0 FROM 3 LEN 4"})
    void aStatementThatWritesWhatAGetWritesWaits(String statement) throws Exception {
        assertEquals(List.of(2), waits(GET + statement));
    }

    @ParameterizedTest
    @ValueSource(strings = {"e[1] = a", "e[b] = a", "COPY e[2] OFFSET 0 LEN 1", "GET e[2] OFFSET 0 FROM 3 LEN 4"})
    void aStatementThatWritesWhatADeliverReadsWaits(String statement) throws Exception {
        assertEquals(List.of(2), waits(DELIVER + statement));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET f[0] OFFSET 64 FROM 2 LEN 4", "DELIVER f[0] OFFSET 64 INTO 2 LEN 4", "GET f[0] OFFSET 64 FROM b LEN 4",
        "DELIVER PACKET[0] OFFSET 64 INTO 2 LEN 4", "DELIVER PACKET[0] OFFSET 64 INTO a AND b LEN 4"})
    void aTransferOfTheSameSegmentOrPerhapsTheSameWaits(String statement) throws Exception {
        assertEquals(List.of(2), waits(GET + statement));
        assertEquals(List.of(2), waits("DELIVER PACKET[0] OFFSET 0 INTO 2 LEN 8;\n" + statement));
        assertEquals(List.of(2), waits("DELIVER PACKET[0] OFFSET 0 INTO a LEN 8;\n" + statement));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SET FLAG 1", "CLEAR LOCK 1", "a = FLAG(1)", "IF LOCK(1) THEN a = 1", "SEND f[0] LEN 4 AS 1 TO 2",
        "SEND PACKET[0] LEN 4 AS 1 TO 2", "SEND f[0] LEN 4 AS 1 TO 2 AT SENDER", "SEND PACKET[0] LEN 4 AS 1 TO 2 AT SENDER",
        "SEND f[0] LEN 4 AS 1 TO 2 AT 0:0:1:2:3:4:5:6", "SEND PACKET[0] LEN 4 AS 1 TO 2 AT f[0]"})
    void aStatementThatTheHostOrAnotherProgramLearnsFromWaits(String statement) throws Exception {
        assertEquals(List.of(2), waits(GET + statement));
        assertEquals(List.of(2), waits("DELIVER PACKET[0] OFFSET 0 INTO 2 LEN 8;\n" + statement));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a = e[0] + e[3]", "e[0] = CLOCK", "f[e[3]] = b", "DISPLAY a", "COPY e[3] OFFSET 0 LEN 4", "a = 1 OR f[b]",
        "GET f[0] OFFSET 0 FROM 3 LEN 4", "DELIVER f[b] OFFSET 0 INTO 3 LEN a", "DELIVER PACKET[0] OFFSET 0 INTO 3 LEN LENGTH",
        "DELIVER e[0] OFFSET 0 INTO 3 LEN 4", "DELIVER e[3] OFFSET 0 INTO (2 + 1) LEN 4", "STOP"})
    void aStatementWithOtherWordsAndAnotherSegmentDoesNotWait(String statement) throws Exception {
        assertEquals(List.of(), waits(GET + statement));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a = e[1]", "DELIVER e[1] OFFSET 0 INTO 3 LEN 8", "DISPLAY e[2]"})
    void aStatementThatReadsWhatADeliverReadsDoesNotWait(String statement) throws Exception {
        assertEquals(List.of(), waits(DELIVER + statement));
    }

    @Test
    void aDeliverOfThePacketHasNoWordsOfTheProgram() throws Exception {
        assertEquals(List.of(), waits("DELIVER PACKET[0] OFFSET 0 INTO 2 LEN 16;\ne[b] = PACKET[0];\nCOPY f[b] OFFSET 0 LEN 4"));
    }

    @Test
    void whatIsWaitedForOnceIsNotWaitedForAgain() throws Exception {
        assertEquals(List.of(3), waits(GET + "GET f[0] OFFSET 0 FROM 3 LEN 4;\na = e[1];\na = f[0];\nSET FLAG 1"));
    }

    @Test
    void behindAChoiceEveryTransferOfBothWaysCounts() throws Exception {
        assertEquals(List.of(5), waits("IF a THEN\nGET e[0] OFFSET 0 FROM 2 LEN 4\nELSE\nGET f[0] OFFSET 0 FROM 3 LEN 4;\na = f[0]"));
        assertEquals(List.of(5), waits("IF a THEN\nGET e[0] OFFSET 0 FROM 2 LEN 4\nELSE\nGET f[0] OFFSET 0 FROM 3 LEN 4;\na = e[0]"));
        assertEquals(List.of(3), waits("IF a THEN\nGET e[0] OFFSET 0 FROM 2 LEN 4;\na = e[0]"));
    }

    @Test
    void aWaitOnOneWayIsNoWaitOnTheOther() throws Exception {
        assertEquals(List.of(3, 4), waits(GET + "IF a THEN\nb = e[1];\nb = e[2]"));
    }

    @Test
    void aLoopWaitsWhereItsLastRoundOrTheStatementsBeforeItConcernIt() throws Exception {
        assertEquals(List.of(3), waits("WHILE a < 4 DO BEGIN\na = a + 1;\nGET e[1] OFFSET 0 FROM 2 LEN 8;\nb = f[a] END"));
        assertEquals(List.of(2), waits("WHILE a < 4 DO BEGIN\na = f[1];\nGET f[1] OFFSET 0 FROM 2 LEN 8\nEND;\nb = 1"));
        assertEquals(List.of(1), waits("WHILE f[a] DO BEGIN\na = a + 1;\nGET f[1] OFFSET 0 FROM 2 LEN 8\nEND;\nb = f[1]"));
        assertEquals(List.of(4), waits(GET + "WHILE a DO\nb = b + 1;\na = e[1]"));
    }

    @Test
    void aLoopWaitsOnceForWhatComesFromBeforeIt() throws Exception {
        String sum = "WHILE a < 4 DO BEGIN\nb = b + e[a];\na = a + 1 END";
        assertEquals(List.of(2), waits(GET + sum));
        assertEquals(List.of(4), waits(GET + "IF b THEN\nb = 1;\n" + sum));
        TestCard card = new TestCard().late(new Random(3));
        card.segment(2)[7] = 6;
        RunningProgram program = new RunningProgram(PdlCompiler.compileOverlapping(program(GET + "IF b THEN b = 1;" + sum)), card);
        program.startUp(1);
        int ends = card.ends();
        program.message(0, RunningProgram.packet(), 1);
        assertEquals(2, card.ends() - ends, "one wait, and that of AWAIT");
        assertEquals(6, program.words()[1]);
    }

    @Test
    void aLoopInALoopWaitsOnceARound() throws Exception {
        assertEquals(List.of(3), waits("WHILE a < 4 DO BEGIN GET e[1] OFFSET 0 FROM 2 LEN 8;\na = a + 1;\nWHILE b < 4 DO BEGIN\n"
            + "b = b + 1; f[b] = e[b] END\nEND"));
    }

    @Test
    void statementsRunWhileATransferIsUnderWayAndInTheReferenceModeNone() throws Exception {
        PdlProgram tree = program("GET f[0] OFFSET 0 FROM 2 LEN 16;\nWHILE a < 50 DO a = a + 1;\nb = f[3]");
        assertEquals(0, instructionsBesideTransfers(PdlCompiler.compile(tree)));
        assertTrue(instructionsBesideTransfers(PdlCompiler.compileOverlapping(tree)) > 400);
    }

    /** On a card whose transfers end only when the program waits: how many instructions run before, and the results. */
    private static int instructionsBesideTransfers(byte[] file) throws Exception {
        TestCard card = new TestCard().late(new Random(1));
        card.segment(2)[15] = 77;
        RunningProgram program = new RunningProgram(file, card);
        program.startUp(1);
        Machine machine = program.machine();
        machine.message(0, RunningProgram.packet(), RunningProgram.BUDGET);
        int count = 0;
        while (!machine.hasEnded()) {
            boolean isUnderWay = card.hasTransfers();
            long before = machine.steps();
            machine.run(1);
            count += isUnderWay && card.hasTransfers() && machine.steps() > before ? 1 : 0;
        }
        assertEquals(Machine.State.AWAITING, machine.state());
        assertEquals(50, machine.variable(0));
        assertEquals(77, machine.variable(1));
        return count;
    }

    /** Both modes leave the same words, segments and fault when a statement fails beside transfers. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"a = a / b | DIVISION", "a = f[a + 4] | INDEX", "GET f[0] OFFSET 0 FROM 9 LEN 4 | SEGMENT",
        "DELIVER f[0] OFFSET 255 INTO 4 LEN 4 | SEGMENT_BOUNDS", "a = PACKET[7] | PACKET"})
    void aFaultBesideTransfersLeavesWhatItLeavesInTheReferenceMode(String statement, Fault fault) throws Exception {
        PdlProgram tree = program("f[1] = 9; " + GET + "DELIVER f[1] OFFSET 4 INTO 3 LEN 4;\n" + statement + ";\nf[2] = 3; b = e[1]");
        List<RunningProgram> both = new ArrayList<>();
        for (byte[] file : List.of(PdlCompiler.compile(tree), PdlCompiler.compileOverlapping(tree))) {
            TestCard card = new TestCard().late(new Random(2));
            card.segment(2)[3] = 5;
            RunningProgram program = new RunningProgram(file, card);
            program.startUp(1);
            program.machine().message(0, RunningProgram.packet(1), RunningProgram.BUDGET);
            while (!program.machine().hasEnded()) {
                program.machine().run(1);
            }
            assertEquals(!both.isEmpty(), card.hasTransfers(), "only in the second mode");
            card.endTransfers();
            assertEquals(fault, program.machine().fault());
            assertEquals(4, program.machine().line());
            assertEquals(9, card.segment(3)[7]);
            both.add(program);
        }
        assertEquals(5, both.getLast().words()[3]);
        assertArrayEquals(both.getFirst().words(), both.getLast().words());
    }

    @Test
    void waitsThatFindNoRoomAreTold() throws Exception {
        String text = GET + "IF a THEN b = e[1] ELSE b = e[1];\n";
        int room = ProgramFormat.MAX_CODE_BYTES - code(PdlCompiler.compile(program(text))).bytes();
        int odd = room % 2 == 0 ? 0 : 1;
        String full = text + "a = f[b];\n".repeat(odd) + "DISPLAY a;\n".repeat((room - 11 * odd) / 4)
            + "DISPLAY CLOCK;\n".repeat((room - 11 * odd) % 4 / 2);
        assertEquals(ProgramFormat.MAX_CODE_BYTES, code(PdlCompiler.compile(program(full))).bytes());
        ProgramTooLargeException e = assertThrows(ProgramTooLargeException.class, () -> PdlCompiler.compileOverlapping(program(full)));
        assertTrue(e.finding().text().startsWith("up to here the program has more than 16384 bytes of code"), e.finding().text());
    }
}
