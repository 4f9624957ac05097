package dev.spine.extension.panic.host.compile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.spine.extension.panic.RunningProgram;
import dev.spine.extension.panic.TestCard;
import dev.spine.extension.panic.host.language.PdlProgram;
import dev.spine.extension.panic.host.language.PdlText;
import dev.spine.extension.panic.program.Program;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramReader;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the compiler makes of programs, beside what they do. */
class PdlCompilerTest {
    private static PdlProgram program(String text) {
        PdlText read = PdlText.read(text);
        return read.program().orElseThrow(() -> new AssertionError(read.findings()));
    }

    private static Program compiled(String text) throws Exception {
        return ProgramReader.read(ProgramBytes.of(PdlCompiler.compile(program(text))));
    }

    /** A program whose start-up block does something. */
    private static String doing(String statements) {
        return "PROGRAM P: VAR a, b[2]; BEGIN\n" + statements + ";\nAWAIT END; END;";
    }

    private static String tooLarge(String text) {
        return assertThrows(ProgramTooLargeException.class, () -> PdlCompiler.compile(program(text))).finding().toString();
    }

    @Test
    void eachStatementKnowsItsLine() throws Exception {
        Program program = compiled(doing("a = 1;\n\nb[0] = a"));
        assertEquals("2 4 5", IntStream.range(0, program.code().instructions()).map(program.code()::offset)
            .filter(program.code()::isStatement).mapToObj(offset -> String.valueOf(program.code().line(offset)))
            .collect(Collectors.joining(" ")));
    }

    @Test
    void triggersHaveTheirBitsInTheOrderInWhichTheProgramNamesThem() throws Exception {
        Program program = compiled("PROGRAM P: TRIGGERS 7, 3; BEGIN AWAIT 3 END; MESSAGE 3: BEGIN AWAIT END; "
            + "MESSAGE 7: BEGIN AWAIT END; END;");
        assertEquals(7, program.code().trigger(0));
        assertEquals(0b10, program.code().operand(program.code().startUp()));
    }

    @Test
    void whatIsNeverReachedHasNoCode() throws Exception {
        assertEquals(compiled(doing("STOP")).code().bytes(), compiled(doing("STOP; a = 1; WHILE a DO b[0] = 2")).code().bytes());
        assertEquals(1, compiled("PROGRAM P: VAR a; BEGIN STOP; a = 1 END; END;").code().bytes());
    }

    @Test
    void constantsAreComputedBefore() throws Exception {
        assertEquals(compiled(doing("b[1] = -12")).code().bytes(), compiled(doing("b[2 - 1] = (2 - 4) * 18 / 3")).code().bytes());
    }

    @Test
    void theRightSideOfAndAndOrIsEvaluatedWhenTheLeftOneDoesNotDecide() throws Exception {
        RunningProgram program = new RunningProgram(PdlCompiler.compile(program(
            "PROGRAM P: VAR a, b, c, d; BEGIN a = 0 AND 1 / d; b = 2 OR 1 / d; c = 3 AND 4; d = 0 OR 0; AWAIT END; END;")), new TestCard());
        program.startUp(RunningProgram.BUDGET);
        assertArrayEquals(new int[] {0, 1, 1, 0}, program.words());
    }

    @Test
    void theIndexOfAnAddressIsEvaluatedOnce() throws Exception {
        TestCard card = new TestCard();
        RunningProgram program = new RunningProgram(PdlCompiler.compile(program(
            "PROGRAM P: VAR a, b[4]; BEGIN b[0] = 1; b[1] = 2; b[2] = 3; b[3] = 4; SEND a LEN 0 AS 1 TO 2 AT b[CLOCK / 100 * 2 - 2];"
                + " SEND a LEN 0 AS 1 TO 2 AT b[CLOCK / 100 * 2 - 2]; a = b[CLOCK / 300]; AWAIT END; END;")), card);
        program.startUp(RunningProgram.BUDGET);
        assertEquals(List.of("send  as 1 to 2 at 1:2", "send  as 1 to 2 at 3:4"), card.log());
        assertEquals(2, program.words()[0]);
    }

    @Test
    void aProgramThatIsTooLargeIsToldWhere() {
        assertEquals("4098:1: a program has at most 4096 statements: make two of it",
            tooLarge(doing("DISPLAY CLOCK;\n".repeat(4_097))));
        assertEquals("1027:1: up to here the program has more than 16384 bytes of code: make two of it",
            tooLarge(doing("b[a] = b[a];\n".repeat(1_100))));
        assertEquals("2:1: an expression takes 66 words of stack, and there are 64: store a part of it in a variable",
            tooLarge(doing("a = " + "a + (".repeat(65) + "a" + ")".repeat(65))));
    }
}
