package dev.spine.extension.panic.host.translate;

import static dev.spine.extension.panic.RunningProgram.packet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.machine.Fault;
import dev.spine.extension.panic.program.Label;
import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramFormat;
import dev.spine.extension.panic.program.ProgramReader;
import dev.spine.extension.panic.program.ProgramWriter;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs of as much code as there may be become several methods, or are compiled in part, and do the same. */
class LargeProgramTest {
    private static final int BUDGET = 1_000_000;
    private static final int ALL = 1_000_000;

    private final ProgramWriter writer = new ProgramWriter("Large").stack(64);
    private final int array = writer.variable("array", 8);
    private final int count = writer.variable("count", 1);

    private void agrees(boolean isWhole) throws Exception {
        byte[] file = writer.toBytes();
        assertEquals(isWhole, ProgramTranslator.translate(ProgramReader.read(ProgramBytes.of(file)), "large.pdl").isWhole());
        CardImageTest.isTaken(new CardImage(file));
        IntFunction<Lockstep> forms = Lockstep.of(file);
        SplittableRandom random = new SplittableRandom(1);
        for (int slice : new int[] {ALL, 997, 0}) {
            Lockstep both = forms.apply(slice == 997 ? 1 : 0);
            both.setLock(1);
            both.startUp(BUDGET, () -> ALL);
            both.message(0, packet(0, 0), BUDGET, () -> slice == 0 ? 300 + random.nextInt(2_000) : slice);
            assertEquals(Fault.NONE, both.fault());
        }
    }

    private void begin() {
        writer.statement(1).op(Opcode.AWAIT, 1);
        writer.block(10);
    }

    private boolean hasRoom(int bytes) {
        return writer.codeBytes() <= ProgramFormat.MAX_CODE_BYTES - bytes;
    }

    private void end() {
        writer.statement(60_000).op(Opcode.AWAIT, 1);
    }

    /** A statement as the compiler writes most: an index that is checked, a sum, a place that is checked. */
    private void statement(int line) {
        writer.statement(line).op(Opcode.LOAD, count).op(Opcode.LOADX, array, 8).op(Opcode.PUSH, line).op(Opcode.ADD);
        writer.op(Opcode.LOAD, count).op(Opcode.STOREX, array, 8);
    }

    @Test
    void manyStatements() throws Exception {
        begin();
        for (int line = 2; hasRoom(40); line++) {
            statement(line);
        }
        end();
        agrees(true);
    }

    @Test
    void aLoopOfManyStatements() throws Exception {
        begin();
        Label again = writer.label();
        writer.mark(again);
        for (int line = 2; hasRoom(80); line++) {
            statement(line);
        }
        writer.statement(50_000).op(Opcode.LOAD, count).op(Opcode.PUSH, 1).op(Opcode.ADD).op(Opcode.DUP).op(Opcode.STORE, count);
        writer.op(Opcode.PUSH, 8).op(Opcode.LT).jump(Opcode.JNZ, again);
        end();
        agrees(true);
    }

    /** More places than a class of a card may name. */
    @Test
    void asManyStatementsAsThereMayBe() throws Exception {
        begin();
        for (int i = 3; i <= ProgramFormat.MAX_STATEMENTS; i++) {
            writer.statement(i).op(Opcode.CLOCK).op(i % 2 == 0 ? Opcode.DISPLAY : Opcode.DROP);
        }
        end();
        agrees(false);
    }

    /** One expression, with jumps in it that go farther than a method, and questions to the card. */
    @Test
    void anExpressionThatIsLongerThanAMethod() throws Exception {
        begin();
        writer.statement(2).op(Opcode.PUSH, 1).op(Opcode.PUSH, 0);
        Label end = writer.label();
        writer.op(Opcode.DUP).jump(Opcode.JNZ, end);
        for (int i = 0; hasRoom(60); i++) {
            writer.op(Opcode.LOADX, array, 8).op(Opcode.LOAD, count).op(Opcode.ADD);
            if (i % 100 == 50) {
                writer.op(Opcode.DROP).op(Opcode.PUSH, 1).op(Opcode.TSTF);
            }
        }
        writer.mark(end).op(Opcode.ADD).op(Opcode.STORE, count);
        end();
        agrees(true);
    }

    /** More than one class of a card may have: what it does not hold is interpreted. */
    @Test
    void codeOfInstructionsThatAreAllChecked() throws Exception {
        begin();
        writer.statement(2).op(Opcode.PUSH, 0);
        while (hasRoom(20)) {
            writer.op(Opcode.PKLOAD);
        }
        writer.op(Opcode.STORE, count);
        end();
        agrees(false);
    }

    /** A word of the stack is moved for each that lies there. */
    @Test
    void questionsOnADeepStack() throws Exception {
        begin();
        writer.statement(2);
        for (int i = 0; i < 60; i++) {
            writer.op(Opcode.PUSH, 1);
        }
        while (hasRoom(300)) {
            writer.op(Opcode.TSTF);
        }
        for (int i = 0; i < 59; i++) {
            writer.op(Opcode.ADD);
        }
        writer.op(Opcode.STORE, count);
        end();
        agrees(false);
    }

    @Test
    void manyBlocks() throws Exception {
        begin();
        for (int trigger = 1; trigger < ProgramFormat.MAX_TRIGGERS; trigger++) {
            statement(trigger);
            end();
            writer.block(100 + trigger);
        }
        end();
        agrees(true);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void aMethodIsShortEvenWhereAllInstructionsAreTheSame(int which) throws Exception {
        ProgramWriter same = new ProgramWriter("Same").stack(8);
        int words = same.variable("words", 8);
        for (Opcode opcode : Opcode.values()) {
            for (int begin = same.codeBytes(); opcode.ordinal() % 4 == which && !opcode.endsFlow() && same.codeBytes() < begin + 360;) {
                for (int i = 0; i < opcode.pops(); i++) {
                    same.op(Opcode.CLOCK);
                }
                Label next = same.label();
                switch (opcode.operand()) {
                    case NONE -> same.op(opcode);
                    case OBJECT -> same.op(opcode, words, 8);
                    case DISTANCE -> same.jump(opcode, next).mark(next);
                    default -> same.op(opcode, 1);
                }
                for (int i = 0; i < opcode.pushes(); i++) {
                    same.op(Opcode.DROP);
                }
            }
        }
        same.op(Opcode.AWAIT, 0);
        assertTrue(ProgramTranslator.translate(ProgramReader.read(ProgramBytes.of(same.toBytes())), "same.pdl").isWhole());
        CardImageTest.isTaken(new CardImage(same.toBytes()));
    }

    @Test
    void whatIsNeverReachedIsNotCompiled() throws Exception {
        begin();
        end();
        int length = ProgramTranslator.translate(ProgramReader.read(ProgramBytes.of(writer.toBytes())), "large.pdl").classFile().length;
        while (hasRoom(20)) {
            writer.op(Opcode.PUSH, 1).op(Opcode.DROP);
        }
        end();
        int longer = ProgramTranslator.translate(ProgramReader.read(ProgramBytes.of(writer.toBytes())), "large.pdl").classFile().length;
        assertFalse(longer > length + 100, longer + " " + length);
        assertTrue(length < 2_000, () -> "" + length);
    }
}
