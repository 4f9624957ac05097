package dev.spine.extension.panic.machine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.spine.extension.panic.CardMemory;
import dev.spine.extension.panic.RunningProgram;
import dev.spine.extension.panic.TestCard;
import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramReader;
import dev.spine.extension.panic.program.ProgramWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The life of a machine: programs are placed, activated, moved and replaced. */
class MachineTest {
    private static final int ALL = 100;

    private final TestCard card = new TestCard();

    /** Counts its messages; the start-up block sets the first count. */
    private static ProgramWriter counter(int first, int step) {
        ProgramWriter writer = new ProgramWriter("Counter").stack(2);
        int count = writer.variable("count", 1);
        writer.op(Opcode.PUSH, first).op(Opcode.STORE, count).op(Opcode.AWAIT, 1);
        writer.block(10);
        writer.op(Opcode.LOAD, count).op(Opcode.PUSH, step).op(Opcode.ADD).op(Opcode.STORE, count).op(Opcode.AWAIT, 1);
        return writer;
    }

    private static LinkedProgram linked(ProgramWriter writer) throws ProgramException {
        return Linker.link(ProgramReader.read(ProgramBytes.of(writer.toBytes())));
    }

    @Test
    void aStartUpBlockStoresAndAwaits() throws ProgramException {
        RunningProgram program = new RunningProgram(counter(7, 1), card);
        assertEquals(Machine.State.AWAITING, program.startUp(ALL));
        assertArrayEquals(new int[] {7}, program.words());
        assertEquals(3, program.machine().steps());
        assertEquals(1, program.machine().armed());
    }

    @Test
    void variablesAreKeptBetweenActivations() throws ProgramException {
        RunningProgram program = new RunningProgram(counter(7, 1), card);
        program.startUp(ALL);
        program.message(0, RunningProgram.packet(), ALL);
        program.message(0, RunningProgram.packet(), ALL);
        assertArrayEquals(new int[] {9}, program.words());
    }

    @Test
    void variablesOfAFileAreZeroWhereTheMemoryIs() throws ProgramException {
        assertArrayEquals(new int[] {0}, new RunningProgram(counter(7, 1), card).words());
    }

    @Test
    void theDataAreaMayMove() throws ProgramException {
        RunningProgram program = new RunningProgram(counter(7, 1), card);
        program.startUp(ALL);
        CardMemory elsewhere = new CardMemory(new byte[12]);
        elsewhere.buffer().put32(8, program.words()[0]);
        program.machine().move(elsewhere.buffer(), 8);
        program.message(0, RunningProgram.packet(), ALL);
        assertEquals(8, elsewhere.buffer().i32(8));
        assertArrayEquals(new int[] {8}, program.words());
    }

    @Test
    void theCodeMayBeReplacedBetweenActivations() throws ProgramException {
        Machine machine = new Machine(card);
        CardMemory memory = new CardMemory(new byte[4]);
        machine.place(linked(counter(7, 1)), memory.buffer(), 0);
        machine.startUp(ALL);
        machine.run(ALL);
        machine.place(linked(counter(0, 100)), memory.buffer(), 0);
        machine.arm(-1);
        assertEquals(1, machine.armed());
        machine.message(0, RunningProgram.packet(), ALL);
        machine.run(ALL);
        assertEquals(107, machine.variable(0));
    }

    @Test
    void aReplacementAndAFaultArmNothing() throws ProgramException {
        Machine machine = new Machine(card);
        CardMemory memory = new CardMemory(new byte[4]);
        machine.place(linked(counter(7, 1)), memory.buffer(), 0);
        machine.startUp(ALL);
        machine.run(ALL);
        machine.place(linked(counter(0, 100)), memory.buffer(), 0);
        assertEquals(0, machine.armed());
        machine.arm(-1);
        machine.message(0, RunningProgram.packet(), 1);
        machine.run(ALL);
        assertEquals(Fault.STEPS, machine.fault());
        assertEquals(0, machine.armed());
        machine.place(linked(counter(0, 100)), memory.buffer(), 0);
        assertEquals(Fault.NONE, machine.fault());
    }

    /** Whoever goes on with the old one would write behind its area. */
    @Test
    void aProgramThatHasNoRoomLeavesTheOldOne() throws ProgramException {
        ProgramWriter large = new ProgramWriter("Large").stack(1);
        large.variable("all", 3);
        large.op(Opcode.PUSH, 5).op(Opcode.STORE, 2).op(Opcode.AWAIT, 0);
        LinkedProgram other = linked(large);
        Machine machine = new Machine(card);
        CardMemory memory = new CardMemory(new byte[12]);
        machine.place(linked(counter(7, 1)), memory.buffer(), 0);
        assertThrows(IndexOutOfBoundsException.class, () -> machine.place(other, new CardMemory(new byte[4]).buffer(), 0));
        machine.startUp(ALL);
        machine.run(ALL);
        assertEquals(7, memory.buffer().i32(0));
        assertEquals(0, memory.buffer().i32(8));
    }

    @Test
    void activationsDoNotOverlap() throws ProgramException {
        LinkedProgram other = linked(counter(0, 1));
        RunningProgram program = new RunningProgram(counter(7, 1), card);
        Machine machine = program.machine();
        machine.startUp(ALL);
        assertThrows(IllegalStateException.class, () -> machine.startUp(ALL));
        assertThrows(IllegalStateException.class, () -> machine.message(0, RunningProgram.packet(), ALL));
        assertThrows(IllegalStateException.class, () -> machine.place(other, new CardMemory(new byte[4]).buffer(), 0));
    }

    @Test
    void aMachineWithoutProgramDoesNothing() {
        Machine machine = new Machine(card);
        assertEquals(Machine.State.AWAITING, machine.run(ALL));
        assertThrows(IllegalStateException.class, () -> machine.startUp(ALL));
    }

    @Test
    void theDataAreaLiesInItsBuffer() throws ProgramException {
        LinkedProgram program = linked(counter(0, 1));
        Machine machine = new Machine(card);
        CardMemory memory = new CardMemory(new byte[8]);
        assertThrows(IndexOutOfBoundsException.class, () -> machine.place(program, memory.buffer(), 5));
        assertThrows(IndexOutOfBoundsException.class, () -> machine.place(program, memory.buffer(), -1));
        machine.place(program, memory.buffer(), 4);
        assertThrows(IndexOutOfBoundsException.class, () -> machine.variable(1));
    }

    @Test
    void payloadsLieInTheirBuffer() {
        CardMemory memory = new CardMemory(new byte[8]);
        Packet packet = new Packet();
        assertThrows(IndexOutOfBoundsException.class, () -> packet.setLocal(memory.buffer(), 1, 8));
        assertThrows(IndexOutOfBoundsException.class, () -> packet.setLocal(memory.buffer(), -1, 4));
        packet.setLocal(memory.buffer(), 1, 7);
        assertEquals(7, packet.length());
        packet.clear();
        assertEquals(0, packet.length());
    }

    @Test
    void aClearedPacketIsNoMessage() throws ProgramException {
        ProgramWriter writer = new ProgramWriter("Answers").stack(4);
        writer.op(Opcode.AWAIT, 1);
        writer.block(10);
        for (Opcode opcode : List.of(Opcode.SENDLP, Opcode.SENDRP)) {
            writer.op(Opcode.PUSH, 0).op(Opcode.PKLEN).op(Opcode.PUSH, 10).op(Opcode.PUSH, 7).op(opcode);
        }
        writer.op(Opcode.AWAIT, 1);
        RunningProgram program = new RunningProgram(writer, card);
        Packet packet = RunningProgram.packet(1, 2);
        packet.clear();
        assertEquals(0, packet.at(), "no place in a buffer that may have been released");
        assertEquals(Machine.State.FAULTED, program.message(0, packet, ALL));
        assertEquals(Fault.NO_SENDER, program.machine().fault());
        assertEquals(List.of("local  as 10 to 7"), card.log());
    }

    @Test
    void aReplacementMayBeShorter() throws ProgramException {
        RunningProgram program = new RunningProgram(counter(7, 1), card);
        program.startUp(ALL);
        program.message(0, RunningProgram.packet(), ALL);
        ProgramWriter shorter = new ProgramWriter("Counter").op(Opcode.STOP);
        program.machine().place(linked(shorter), new CardMemory(new byte[4]).buffer(), 0);
        assertEquals(0, program.machine().offset());
        assertEquals(0, program.machine().line());
    }
}
