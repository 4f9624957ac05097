package dev.spine.extension.panic.machine;

import static dev.spine.extension.panic.RunningProgram.packet;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.RunningProgram;
import dev.spine.extension.panic.TestCard;
import dev.spine.extension.panic.program.Label;
import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.Operand;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every violation ends the activation, names its line, and touches nothing. */
class FaultTest {
    private static final int ALL = 1_000;
    private static final int LINE = 17;

    private final TestCard card = new TestCard();
    private final ProgramWriter writer = new ProgramWriter("Wrong").stack(8);
    private final int array = writer.variable("array", 4);
    private RunningProgram program;

    FaultTest() {
        writer.variable("other", 4);
    }

    /** Pushes words, runs an instruction, and drops what it pushes. */
    private Fault run(Opcode opcode, Packet packet, int... words) throws ProgramException {
        writer.op(Opcode.AWAIT, 1);
        writer.block(10);
        writer.statement(LINE);
        for (int word : words) {
            writer.op(Opcode.PUSH, word);
        }
        if (opcode.operand() == Operand.OBJECT) {
            writer.op(opcode, array, 4);
        } else {
            writer.op(opcode);
        }
        for (int i = words.length - opcode.pops() + opcode.pushes(); i > 0; i--) {
            writer.op(Opcode.DROP);
        }
        writer.statement(LINE + 1).op(Opcode.AWAIT, 1);
        program = new RunningProgram(writer, card);
        program.startUp(ALL);
        program.message(0, packet, ALL);
        return program.machine().fault();
    }

    private void expect(Fault fault, Opcode opcode, int... words) throws ProgramException {
        assertEquals(fault, run(opcode, packet(0x01020304, 0x05060708), words));
        if (fault != Fault.NONE) {
            Machine machine = program.machine();
            assertEquals(Machine.State.FAULTED, machine.state());
            assertTrue(machine.hasEnded());
            assertEquals(LINE, machine.line());
            assertEquals(opcode, program.linked().program().code().opcode(machine.offset()));
            assertArrayEquals(new int[8], program.words());
            assertEquals(List.of(), card.log());
        }
        assertTrue(program.leftOthersAlone());
    }

    @ParameterizedTest
    @CsvSource({"DIV, 0, DIVISION", "REM, 0, DIVISION", "DIV, 1, NONE"})
    void divisors(Opcode opcode, int divisor, Fault fault) throws ProgramException {
        expect(fault, opcode, 7, divisor);
    }

    @ParameterizedTest
    @CsvSource({"-1, INDEX", "4, INDEX", "2147483647, INDEX", "-2147483648, INDEX", "1073741824, INDEX", "3, NONE"})
    void indexes(int index, Fault fault) throws ProgramException {
        expect(fault, Opcode.LOADX, index);
    }

    @ParameterizedTest
    @CsvSource({"-1, INDEX", "3, INDEX", "2147483647, INDEX", "-2147483648, INDEX", "2, NONE"})
    void indexesOfTwoWords(int index, Fault fault) throws ProgramException {
        expect(fault, Opcode.LOADX2, index);
    }

    @ParameterizedTest
    @CsvSource({"-1, INDEX", "4, INDEX", "2147483647, INDEX", "-2147483648, INDEX", "3, NONE"})
    void indexesOfStores(int index, Fault fault) throws ProgramException {
        expect(fault, Opcode.STOREX, 99, index);
    }

    @ParameterizedTest
    @CsvSource({"-1, PACKET", "2, PACKET", "2147483647, PACKET", "-2147483648, PACKET", "1073741824, PACKET", "1, NONE"})
    void indexesOfThePacket(int index, Fault fault) throws ProgramException {
        expect(fault, Opcode.PKLOAD, index);
    }

    @ParameterizedTest
    @CsvSource({"4, 0, 0, INDEX", "-1, 0, 0, INDEX", "0, 0, 17, LENGTH", "1, 0, 16, LENGTH", "1, 0, 13, LENGTH", "0, 0, -1, LENGTH",
        "0, 0, -2147483648, LENGTH", "0, 0, 2147483647, LENGTH", "0, -1, 4, PACKET", "0, 5, 4, PACKET", "0, 9, 0, PACKET",
        "0, 2147483647, 1, PACKET", "0, 8, 0, NONE", "2, 0, 8, NONE"})
    void copies(int index, int offset, int bytes, Fault fault) throws ProgramException {
        expect(fault, Opcode.PKCOPY, index, offset, bytes);
    }

    @ParameterizedTest
    @CsvSource({"4, 0, INDEX", "-1, 4, INDEX", "0, 17, LENGTH", "3, 5, LENGTH", "0, -1, LENGTH", "0, 16, NONE", "3, 4, NONE"})
    void regionsOfSends(int index, int bytes, Fault fault) throws ProgramException {
        expect(fault, Opcode.SEND, index, bytes, 10, 7, 0, 1);
    }

    @ParameterizedTest
    @CsvSource({"3, 0, PACKET", "-1, 4, PACKET", "0, 9, PACKET", "1, 5, PACKET", "0, -1, PACKET", "1073741824, 0, PACKET", "2, 0, NONE",
        "0, 8, NONE"})
    void regionsOfThePacket(int index, int bytes, Fault fault) throws ProgramException {
        expect(fault, Opcode.SENDLP, index, bytes, 10, 7);
    }

    @ParameterizedTest
    @CsvSource({"65536, 7, ID", "10, 65536, ID", "-1, 7, ID", "10, -1, ID", "65535, 65535, NONE"})
    void ids(int trigger, int destination, Fault fault) throws ProgramException {
        expect(fault, Opcode.SENDL, 0, 4, trigger, destination);
    }

    @ParameterizedTest
    @CsvSource({"65536, ADDRESS", "-1, ADDRESS", "65535, NONE"})
    void addresses(int high, Fault fault) throws ProgramException {
        expect(fault, Opcode.SEND, 0, 4, 10, 7, high, 1);
    }

    @ParameterizedTest
    @CsvSource({"0, 9, SEGMENT", "0, -1, SEGMENT", "-1, 2, SEGMENT_BOUNDS", "253, 2, SEGMENT_BOUNDS", "252, 2, NONE"})
    void segments(int offset, int segment, Fault fault) throws ProgramException {
        expect(fault, Opcode.DELIVER, 0, offset, segment, 4);
    }

    @ParameterizedTest
    @CsvSource({"4, 4, INDEX", "0, 17, LENGTH", "3, -4, LENGTH", "3, 4, NONE"})
    void variablesOfTransfers(int index, int bytes, Fault fault) throws ProgramException {
        expect(fault, Opcode.GET, index, 0, 3, bytes);
    }

    @ParameterizedTest
    @CsvSource({"SETF, 8, FLAG", "TSTF, -1, FLAG", "CLRL, 8, LOCK", "TSTL, -1, LOCK", "TSTL, 7, NONE"})
    void flagsAndLocks(Opcode opcode, int number, Fault fault) throws ProgramException {
        expect(fault, opcode, number);
    }

    @Test
    void theStartUpBlockHasNoPacketAndNoSender() throws ProgramException {
        for (Opcode opcode : List.of(Opcode.PKLOAD, Opcode.SENDR)) {
            ProgramWriter early = new ProgramWriter("Early").stack(4);
            early.variable("array", 4);
            early.statement(LINE).op(Opcode.PKLEN).op(Opcode.PKLEN);
            if (opcode == Opcode.PKLOAD) {
                early.op(opcode).op(Opcode.DROP).op(Opcode.DROP);
            } else {
                early.op(Opcode.PUSH, 1).op(Opcode.PUSH, 1).op(opcode, 0, 4);
            }
            early.op(Opcode.AWAIT, 0);
            program = new RunningProgram(early, card);
            assertEquals(Machine.State.FAULTED, program.startUp(ALL));
            assertEquals(opcode == Opcode.PKLOAD ? Fault.PACKET : Fault.NO_SENDER, program.machine().fault());
        }
    }

    @Test
    void aLoopWithoutEndUsesUpItsSteps() throws ProgramException {
        Label again = writer.label();
        writer.statement(LINE).mark(again).jump(Opcode.JMP, again);
        program = new RunningProgram(writer, card);
        assertEquals(Machine.State.FAULTED, program.startUp(ALL));
        assertEquals(Fault.STEPS, program.machine().fault());
        assertEquals(RunningProgram.BUDGET, program.machine().steps());
        assertEquals(LINE, program.machine().line());
    }

    @ParameterizedTest
    @CsvSource({"PKCOPY, 6", "SENDL, 7", "SENDLP, 7"})
    void bytesThatAreCopiedCostSteps(Opcode opcode, int steps) throws ProgramException {
        int[] words = opcode == Opcode.PKCOPY ? new int[] {0, 0, 8} : new int[] {0, 8, 0, 0};
        assertEquals(Fault.NONE, run(opcode, packet(1, 2), words));
        assertEquals(steps, program.machine().steps(), "a step for each word, for the instruction, for its eight bytes, for AWAIT");
        card.log().clear();
        RunningProgram shorter = new RunningProgram(writer, card);
        shorter.startUp(ALL);
        shorter.machine().message(0, packet(1, 2), steps - 2);
        shorter.machine().run(ALL);
        assertEquals(Fault.STEPS, shorter.machine().fault(), "there are no steps for the eight bytes");
        assertEquals(steps - 2, shorter.machine().steps());
        assertArrayEquals(new int[8], shorter.words());
        assertEquals(List.of(), card.log());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void theCardMayRefuseWithAnyFault(Fault fault) throws ProgramException {
        card.refusing(fault);
        expect(fault, Opcode.SENDL, 0, 4, 10, 7);
    }

    @Test
    void theHostEndsAnActivationThatWaits() throws ProgramException {
        writer.op(Opcode.CLOCK).op(Opcode.DROP).op(Opcode.AWAIT, 0);
        program = new RunningProgram(writer, card.waiting(1_000_000));
        Machine machine = program.machine();
        machine.startUp(RunningProgram.BUDGET);
        assertEquals(Machine.State.WAITING, machine.run(ALL));
        assertFalse(machine.hasEnded());
        machine.cancel(Fault.CANCELLED);
        assertEquals(Machine.State.FAULTED, machine.run(ALL));
        assertEquals(Fault.CANCELLED, machine.fault());
        assertEquals(Opcode.AWAIT, program.linked().program().code().opcode(machine.offset()));
        assertFalse(machine.isAtStatement());
    }

    @Test
    void theNextActivationBeginsAfresh() throws ProgramException {
        expect(Fault.INDEX, Opcode.LOADX, -1);
        assertEquals(Machine.State.AWAITING, program.startUp(ALL));
        assertEquals(Fault.NONE, program.machine().fault());
    }

    @Test
    void wordsThatAFaultLeavesOnTheStackAreGone() throws ProgramException {
        run(Opcode.DIV, packet(), 1, 2, 3, 4, 5, 6, 7, 0);
        for (int i = 0; i < 100; i++) {
            assertEquals(Machine.State.FAULTED, program.message(0, packet(), ALL));
            assertEquals(Fault.DIVISION, program.machine().fault());
        }
    }

    @Test
    void aBudgetThatIsUsedUpNamesTheNextInstruction() throws ProgramException {
        writer.op(Opcode.CLOCK).op(Opcode.DROP).op(Opcode.AWAIT, 0);
        program = new RunningProgram(writer, card);
        program.machine().startUp(1);
        program.machine().run(ALL);
        assertEquals(Fault.STEPS, program.machine().fault());
        assertEquals(1, program.machine().offset());
    }

    @Test
    void aCopyThatTheRestOfTheBudgetDoesNotPayUsesItUp() throws ProgramException {
        run(Opcode.PKCOPY, packet(1, 2, 3, 4), 0, 0, 16);
        program.machine().message(0, packet(1, 2, 3, 4), 5);
        program.machine().run(ALL);
        assertEquals(Fault.STEPS, program.machine().fault());
        assertEquals(5, program.machine().steps());
    }
}
