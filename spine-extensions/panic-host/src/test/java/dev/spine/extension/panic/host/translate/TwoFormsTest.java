package dev.spine.extension.panic.host.translate;

import static dev.spine.extension.panic.RunningProgram.BUDGET;
import static dev.spine.extension.panic.RunningProgram.packet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.MutatedProgram;
import dev.spine.extension.panic.RandomProgram;
import dev.spine.extension.panic.RunningProgram;
import dev.spine.extension.panic.host.compile.PdlCompiler;
import dev.spine.extension.panic.host.language.PdlText;
import dev.spine.extension.panic.machine.Fault;
import dev.spine.extension.panic.machine.Packet;
import dev.spine.extension.panic.program.Label;
import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Both forms of a program are in the same state after each slice. {@code -Dspine.seed=SEED} repeats the programs of a failure, {@code
 * -Dspine.programs=100000} says how many.
 */
class TwoFormsTest {
    private static final Path EXAMPLES = Path.of(System.getProperty("spine.root", "../.."), "docs/examples/pdl");
    private static final int ALL = 1_000_000;
    private static final int PROGRAMS = Integer.getInteger("spine.programs", Boolean.getBoolean("spine.full") ? 10_000 : 1_000);
    /** Operands that are good, at a limit, or bad, for each kind of them. */
    private static final int[] VALUES = {0, 1, 2, 3, 4, 5, 7, 8, -1, 9, 16, 65_535, 65_536, Integer.MAX_VALUE, Integer.MIN_VALUE};

    private final Set<Fault> faults = EnumSet.noneOf(Fault.class);

    private void run(Lockstep forms, long budget, IntSupplier slices) {
        forms.setLock(1);
        forms.startUp(budget, slices);
        faults.add(forms.fault());
        int triggers = forms.program().code().triggers();
        for (int i = 0; i < 3 && triggers > 0; i++) {
            Packet packet = i == 2 ? RunningProgram.localPacket(3) : packet(1, 2, 3, 4);
            forms.message(i % triggers, packet, budget, slices);
            faults.add(forms.fault());
        }
    }

    @Test
    void randomProgramsInSlicesWithWaitsAndBudgets() {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        for (int i = 0; i < PROGRAMS; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            try {
                IntFunction<Lockstep> forms = Lockstep.of(RandomProgram.file(random));
                run(forms.apply(0), BUDGET, () -> ALL);
                run(forms.apply(random.nextInt(3)), BUDGET, () -> 1 + random.nextInt(40));
                run(forms.apply(random.nextInt(2)), 1 + random.nextInt(120), () -> 1 + random.nextInt(60));
            } catch (ProgramException | RuntimeException | AssertionError e) {
                throw new AssertionError("program " + i + " of -Dspine.seed=" + seed, e);
            }
        }
        assertTrue(faults.containsAll(EnumSet.of(Fault.NONE, Fault.INDEX, Fault.LENGTH, Fault.PACKET, Fault.SEGMENT, Fault.STEPS,
            Fault.ID)), () -> "of -Dspine.seed=" + seed + " ended so: " + faults);
    }

    @Test
    void damagedProgramsThatTheReaderTakes() {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        int taken = 0;
        for (int i = 0; i < 3 * PROGRAMS; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            byte[] file = MutatedProgram.file(random);
            try {
                IntFunction<Lockstep> forms = Lockstep.of(file);
                taken++;
                run(forms.apply(random.nextInt(2)), 2_000, () -> 1 + random.nextInt(50));
            } catch (ProgramException e) {
                // The reader does not take it.
            } catch (RuntimeException | LinkageError | AssertionError e) {
                throw new AssertionError("file " + i + " of -Dspine.seed=" + seed, e);
            }
        }
        assertTrue(taken > PROGRAMS / 20, "of -Dspine.seed=" + seed + " are taken " + taken);
    }

    /** A block that pushes a word that stays, then operands, runs an instruction, and stores what it leaves. */
    private static ProgramWriter program(Opcode opcode, int[] operands) {
        ProgramWriter writer = new ProgramWriter("Each").id(7).stack(10);
        int first = writer.variable("array", 4);
        writer.variable("last", 1);
        Label end = writer.label();
        writer.statement(1).op(Opcode.AWAIT, 1);
        writer.block(10);
        writer.statement(2).op(Opcode.PUSH, 55).op(Opcode.STORE, first + 1);
        writer.statement(3).op(Opcode.PUSH, 77);
        for (int operand : operands) {
            writer.op(Opcode.PUSH, operand);
        }
        switch (opcode.operand()) {
            case NONE -> writer.op(opcode);
            case OBJECT -> writer.op(opcode, first, 4);
            case DISTANCE -> writer.jump(opcode, end);
            default -> writer.op(opcode, 1);
        }
        for (int i = 0; i < opcode.pushes(); i++) {
            writer.op(Opcode.DISPLAY);
        }
        writer.mark(end).op(Opcode.DISPLAY).statement(4).op(Opcode.LOAD, first + 4).op(Opcode.DISPLAY).op(Opcode.AWAIT, 1);
        return writer;
    }

    @ParameterizedTest
    @EnumSource
    void eachInstructionWithGoodAndBadOperandsAndWaits(Opcode opcode) throws ProgramException {
        SplittableRandom random = new SplittableRandom(opcode.ordinal());
        int rounds = opcode.pops() == 0 ? 1 : opcode.pops() == 1 ? VALUES.length : 100;
        for (int i = 0; i < rounds; i++) {
            int[] operands = new int[opcode.pops()];
            for (int j = 0; j < operands.length; j++) {
                operands[j] = opcode.pops() == 1 ? VALUES[i] : VALUES[random.nextInt(random.nextInt(4) == 0 ? VALUES.length : 5)];
            }
            IntFunction<Lockstep> forms = Lockstep.of(program(opcode, operands).toBytes());
            for (int waits = 0; waits < 3; waits++) {
                for (int slice : new int[] {1, 2, 3, 5, ALL}) {
                    run(forms.apply(waits), BUDGET, () -> slice);
                }
            }
        }
    }

    @Test
    void aBudgetEndsBothFormsAtTheSameStep() throws ProgramException {
        for (Opcode opcode : new Opcode[] {Opcode.ADD, Opcode.SENDR, Opcode.PKCOPY, Opcode.TSTF}) {
            int[] operands = opcode == Opcode.SENDR ? new int[] {0, 16, 1, 2} : opcode == Opcode.PKCOPY ? new int[] {0, 0, 16}
                : new int[opcode.pops()];
            IntFunction<Lockstep> both = Lockstep.of(program(opcode, operands).toBytes());
            for (int budget = 1; budget < 20; budget++) {
                Lockstep forms = both.apply(1);
                int steps = budget;
                forms.startUp(BUDGET, () -> ALL);
                forms.message(0, packet(1, 2, 3, 4), steps, () -> ALL);
                assertTrue(forms.steps() <= steps);
                assertEquals(forms.steps() == steps && forms.fault() != Fault.NONE, forms.fault() == Fault.STEPS);
            }
        }
    }

    private void everySlice(byte[] file) throws ProgramException {
        IntFunction<Lockstep> forms = Lockstep.of(file);
        for (int waits = 0; waits < 3; waits++) {
            for (int slice = 1; slice <= 40; slice++) {
                int most = slice;
                run(forms.apply(waits), BUDGET, () -> most);
            }
        }
    }

    /** The programs of the documents, with messages of which most mean something to them. */
    @ParameterizedTest
    @ValueSource(strings = {"app-to-app", "bounce", "echo", "gate", "get-deliver", "hand", "shape", "token"})
    void theProgramsOfTheDocumentsInSlicesOfEveryLength(String name) throws Exception {
        everySlice(PdlCompiler.compile(PdlText.read(Files.readString(EXAMPLES.resolve(name + ".pdl"))).program().orElseThrow()));
    }

    /** Words of the stack below a question to the card, with jumps between them, as AND and OR make. */
    @Test
    void theCardIsAskedInTheMiddleOfADeepExpression() throws ProgramException {
        ProgramWriter writer = new ProgramWriter("Deep").stack(64);
        int result = writer.variable("result", 1);
        writer.statement(1);
        for (int i = 0; i < 63; i++) {
            writer.op(Opcode.PUSH, i * 3);
            if (i % 8 == 5) {
                Label end = writer.label();
                writer.op(Opcode.DUP).jump(i % 16 == 5 ? Opcode.JZ : Opcode.JNZ, end).op(Opcode.DROP).op(Opcode.PUSH, 1).op(Opcode.TSTL)
                    .mark(end);
            }
        }
        writer.op(Opcode.PUSH, 1).op(Opcode.TSTF);
        for (int i = 0; i < 63; i++) {
            writer.op(i % 2 == 0 ? Opcode.ADD : Opcode.SUB);
        }
        writer.op(Opcode.STORE, result).statement(2).op(Opcode.AWAIT, 0);
        everySlice(writer.toBytes());
    }

    /** A loop in a loop, that bytes of messages and of steps end in any place. */
    @Test
    void loopsEndAndGoOnWhereASliceEnds() throws ProgramException {
        ProgramWriter writer = new ProgramWriter("Loops").stack(3);
        int outer = writer.variable("outer", 1);
        int inner = writer.variable("inner", 1);
        Label again = writer.label();
        Label inside = writer.label();
        writer.statement(1).mark(again).op(Opcode.PUSH, 4).op(Opcode.STORE, inner);
        writer.statement(2).mark(inside).op(Opcode.LOAD, inner).op(Opcode.PUSH, 1).op(Opcode.SUB).op(Opcode.DUP).op(Opcode.STORE, inner);
        writer.jump(Opcode.JNZ, inside).statement(3).op(Opcode.LOAD, outer).op(Opcode.DISPLAY);
        writer.statement(4).op(Opcode.LOAD, outer).op(Opcode.PUSH, 1).op(Opcode.ADD).op(Opcode.DUP).op(Opcode.STORE, outer);
        writer.op(Opcode.PUSH, 5).op(Opcode.LT).jump(Opcode.JNZ, again).statement(5).op(Opcode.AWAIT, 0);
        everySlice(writer.toBytes());
    }
}
