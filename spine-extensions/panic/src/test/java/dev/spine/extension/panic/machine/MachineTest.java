package dev.spine.extension.panic.machine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.panic.RunningProgram;
import dev.spine.extension.panic.TestCard;
import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Activations: how they begin, go on in slices, and end. */
@Tag("PA-13")
class MachineTest {
    private final TestCard card = new TestCard();

    @Test
    void aStartUpBlockStoresAndAwaits() throws ProgramException {
        ProgramWriter writer = new ProgramWriter("First").stack(1);
        int a = writer.variable("a", 1);
        writer.op(Opcode.PUSH, 7).op(Opcode.STORE, a).op(Opcode.AWAIT, 0);
        RunningProgram program = new RunningProgram(writer, card);
        assertEquals(Machine.State.AWAITING, program.startUp(100));
        assertArrayEquals(new int[] {7}, program.words());
        assertEquals(3, program.machine().steps());
    }
}
