package dev.spine.extension.panic.machine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.RandomProgram;
import dev.spine.extension.panic.RunningProgram;
import dev.spine.extension.panic.TestCard;
import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.Operand;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramWriter;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Slices and waits change nothing. {@code -Dspine.seed=SEED} repeats the programs of a failure. */
class SliceTest {
    private static final int ALL = 1_000_000;
    private static final int PROGRAMS = 1_500;

    /** A start-up block and three messages, and everything that they leave behind. */
    private static String behavior(byte[] file, TestCard card, int slice) throws ProgramException {
        RunningProgram program = new RunningProgram(file, card);
        card.setLock(1);
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            if (i == 0) {
                program.startUp(slice);
            } else {
                program.message(i % 2, i == 3 ? RunningProgram.localPacket(3) : RunningProgram.packet(1, 2, 3, 4), slice);
            }
            Machine machine = program.machine();
            all.append(machine.state()).append(' ').append(machine.fault()).append(" at ").append(machine.offset()).append(" steps ")
                .append(machine.steps()).append(" armed ").append(machine.armed()).append('\n');
        }
        for (int word : program.words()) {
            all.append(word).append(' ');
        }
        assertTrue(program.leftOthersAlone());
        return all.append(card.log()).toString();
    }

    @Test
    void slicesOfAnyLengthAndWaitsGiveTheSameResult() throws ProgramException {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
        for (int i = 0; i < PROGRAMS; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            byte[] file = RandomProgram.file(random);
            String whole = behavior(file, new TestCard(), ALL);
            String message = "program " + i + " of -Dspine.seed=" + seed;
            assertEquals(whole, behavior(file, new TestCard(), 1), message);
            assertEquals(whole, behavior(file, new TestCard().waiting(2), 1), message);
            assertEquals(whole, behavior(file, new TestCard().waiting(1), 1 + random.nextInt(9)), message);
            for (Fault fault : Fault.values()) {
                if (whole.contains(" " + fault + " at")) {
                    faults.merge(fault, 1, Integer::sum);
                }
            }
        }
        assertTrue(faults.getOrDefault(Fault.NONE, 0) > PROGRAMS / 4, () -> "of -Dspine.seed=" + seed + " ended so: " + faults);
        assertTrue(faults.size() > 4, () -> "of -Dspine.seed=" + seed + " ended so: " + faults);
    }

    @Test
    void aSliceIsAtMostSoManySteps() throws ProgramException {
        ProgramWriter writer = new ProgramWriter("Slices").stack(1);
        for (int i = 0; i < 5; i++) {
            writer.op(Opcode.PUSH, i).op(Opcode.DROP);
        }
        writer.op(Opcode.AWAIT, 0);
        Machine machine = new RunningProgram(writer, new TestCard()).machine();
        machine.startUp(RunningProgram.BUDGET);
        assertEquals(Machine.State.READY, machine.run(4));
        assertEquals(4, machine.steps());
        assertEquals(Machine.State.READY, machine.run(6));
        assertEquals(10, machine.steps());
        assertEquals(Machine.State.AWAITING, machine.run(1));
        assertEquals(Machine.State.AWAITING, machine.run(1));
        assertEquals(11, machine.steps());
    }

    @Test
    void itSaysWhenItIsBetweenStatements() throws ProgramException {
        ProgramWriter writer = new ProgramWriter("Statements").stack(1);
        writer.statement(1).op(Opcode.PUSH, 1).op(Opcode.DROP).statement(2).op(Opcode.AWAIT, 0);
        Machine machine = new RunningProgram(writer, new TestCard()).machine();
        machine.startUp(RunningProgram.BUDGET);
        assertTrue(machine.isAtStatement());
        machine.run(1);
        assertFalse(machine.isAtStatement());
        machine.run(1);
        assertTrue(machine.isAtStatement());
    }

    @ParameterizedTest
    @EnumSource(names = {"SEND", "SENDP", "SENDL", "SENDLP", "SENDR", "SENDRP", "DELIVER", "DELIVERP", "GET", "DMAWAIT", "SETF", "TSTF",
        "CLRL", "TSTL", "AWAIT", "STOP"})
    void itWaitsAtEachInstructionThatTheCardAnswers(Opcode opcode) throws ProgramException {
        ProgramWriter writer = new ProgramWriter("Waits").stack(8);
        int first = writer.variable("array", 2);
        writer.op(Opcode.AWAIT, 1);
        writer.block(1);
        int mark = 77;
        writer.op(Opcode.PUSH, mark);
        for (int i = 0; i < opcode.pops(); i++) {
            writer.op(Opcode.PUSH, opcode.name().startsWith("DELIVER") || opcode == Opcode.GET ? new int[] {0, 4, 3, 4}[i] : 0);
        }
        if (opcode.operand() == Operand.OBJECT) {
            writer.op(opcode, first, 2);
        } else if (opcode.operand() == Operand.NONE) {
            writer.op(opcode);
        } else {
            writer.op(opcode, 1);
        }
        for (int i = 0; i < opcode.pushes(); i++) {
            writer.op(Opcode.DROP);
        }
        writer.op(Opcode.STORE, first + 1).op(Opcode.AWAIT, 1);
        TestCard card = new TestCard();
        RunningProgram program = new RunningProgram(writer, card);
        program.startUp(ALL);
        Machine machine = program.machine();
        card.waiting(1);
        machine.message(0, RunningProgram.packet(5), RunningProgram.BUDGET);
        assertEquals(Machine.State.WAITING, machine.run(ALL));
        long steps = machine.steps();
        assertEquals(1 + opcode.pops(), steps, "an instruction that waits is not counted");
        assertEquals(0, card.log().size());
        Machine.State after = machine.run(1);
        assertNotEquals(Machine.State.WAITING, after);
        assertTrue(machine.steps() > steps);
        while (!machine.hasEnded()) {
            machine.run(1);
        }
        assertEquals(Fault.NONE, machine.fault());
        assertArrayEquals(new int[] {0, opcode == Opcode.AWAIT || opcode == Opcode.STOP ? 0 : mark}, program.words());
    }
}
