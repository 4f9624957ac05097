package dev.spine.extension.panic.host.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.RunningProgram;
import dev.spine.extension.panic.TestCard;
import dev.spine.extension.panic.machine.Fault;
import dev.spine.extension.panic.machine.LinkedProgram;
import dev.spine.extension.panic.machine.Linker;
import dev.spine.extension.panic.machine.Machine;
import dev.spine.extension.panic.machine.Packet;
import dev.spine.extension.panic.program.Program;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramReader;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;

/** One program in both forms, on two cards of the same kind: after each slice everything is compared. */
final class Lockstep {
    private static final int FIRST_SEGMENT = 2;
    private static final int LAST_SEGMENT = 6;

    private final Form interpreted;
    private final Form compiled;

    /** A form on its card. */
    private record Form(RunningProgram program, TestCard card) {
        static Form of(LinkedProgram linked, int waits) {
            TestCard card = new TestCard().waiting(waits);
            return new Form(new RunningProgram(linked, card), card);
        }

        /** What the machine says of itself. */
        String state() {
            Machine machine = program.machine();
            return machine.state() + " " + machine.fault() + " at " + machine.offset() + " line " + machine.line() + " steps "
                + machine.steps() + " armed " + machine.armed() + " " + machine.isAtStatement();
        }
    }

    private Lockstep(LinkedProgram interpreted, LinkedProgram compiled, int waits) {
        this.interpreted = Form.of(interpreted, waits);
        this.compiled = Form.of(compiled, waits);
    }

    /** Makes both forms of a file: {@return what runs them on cards that answer WAIT so often} */
    static IntFunction<Lockstep> of(byte[] file) throws ProgramException {
        Program program = ProgramReader.read(ProgramBytes.of(file));
        LinkedProgram plain = Linker.link(program);
        LinkedProgram compiled = HiddenForm.link(program);
        return waits -> new Lockstep(plain, compiled, waits);
    }

    Program program() {
        return interpreted.program.linked().program();
    }

    void setLock(int number) {
        interpreted.card.setLock(number);
        compiled.card.setLock(number);
    }

    /** How the last activation ended, in both forms. */
    Fault fault() {
        return compiled.program.machine().fault();
    }

    long steps() {
        return compiled.program.machine().steps();
    }

    int[] words() {
        return compiled.program.words();
    }

    void startUp(long budget, IntSupplier slices) {
        interpreted.program.machine().startUp(budget);
        compiled.program.machine().startUp(budget);
        finish(slices);
    }

    void message(int trigger, Packet packet, long budget, IntSupplier slices) {
        interpreted.program.machine().message(trigger, packet, budget);
        compiled.program.machine().message(trigger, packet, budget);
        finish(slices);
    }

    private void finish(IntSupplier slices) {
        Machine machine = interpreted.program.machine();
        while (!machine.hasEnded()) {
            int slice = slices.getAsInt();
            machine.run(slice);
            compiled.program.machine().run(slice);
            compare();
        }
        for (int i = FIRST_SEGMENT; i <= LAST_SEGMENT; i++) {
            assertArrayEquals(interpreted.card.segment(i), compiled.card.segment(i));
        }
        for (int i = 0; i < TestCard.FLAGS; i++) {
            assertEquals(interpreted.card.flag(i), compiled.card.flag(i));
            assertEquals(interpreted.card.lock(i), compiled.card.lock(i));
        }
        assertTrue(compiled.program.leftOthersAlone());
    }

    private void compare() {
        assertEquals(interpreted.state(), compiled.state());
        assertEquals(interpreted.card.log(), compiled.card.log());
        assertArrayEquals(interpreted.program.words(), compiled.program.words());
    }
}
