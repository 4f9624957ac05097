package dev.spine.extension.ardma.host.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.ardma.routine.RoutineFlaw;
import dev.spine.extension.ardma.routine.RoutineFormat;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import java.lang.classfile.Opcode;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("AR-10")
class UnreachedCodeTest {
    /** A routine whose code is: return, then an instruction of three bytes that nothing reaches, then return. */
    private static byte[] withUnreached(int opcode, int index) throws RoutineException {
        RoutineBuilder builder = new RoutineBuilder();
        builder.method("main", "()V").returns().call(Intrinsic.STEPS_LEFT).returns();
        byte[] bytes = builder.build();
        int at = RoutineReader.read(new ArrayArea(bytes, false)).method(0).codeAt() + 1;
        bytes[at] = (byte) opcode;
        bytes[at + 1] = (byte) (index >> 8);
        bytes[at + 2] = (byte) index;
        return bytes;
    }

    @Test
    void whatUnreachedCodeNamesExists() throws Exception {
        int calls = Opcode.INVOKESTATIC.bytecode();
        int[][] missing = {{calls, 1}, {calls, 0x7FFF}, {calls, Intrinsic.FIRST + Intrinsic.values().length}, {calls, 0xFFFF},
            {Opcode.LDC.bytecode(), 0}, {Opcode.LDC_W.bytecode(), 0xFFFF}, {Opcode.LDC2_W.bytecode(), 0}};
        for (int[] instruction : missing) {
            Routine routine = RoutineReader.read(new ArrayArea(withUnreached(instruction[0], instruction[1]), false));
            RoutineException refusal = assertThrows(RoutineException.class, () -> RoutineVerifier.verify(routine));
            assertEquals(RoutineFlaw.INDEX, refusal.flaw());
            assertEquals(1, refusal.offset());
        }
        RoutineVerifier.verify(RoutineReader.read(new ArrayArea(withUnreached(calls, 0), false)));
    }

    @Test
    void localsOfUnreachedCodeAreThoseOfTheMethod() throws Exception {
        int[][] beyond = {{Opcode.ILOAD.bytecode(), 0}, {Opcode.LSTORE.bytecode(), 0xFFFF}, {Opcode.IINC.bytecode(), 0x0101},
            {Opcode.ILOAD_0.bytecode(), 0}, {Opcode.LLOAD_3.bytecode(), 0}, {Opcode.ISTORE_3.bytecode(), 0}};
        for (int[] instruction : beyond) {
            Routine routine = RoutineReader.read(new ArrayArea(withUnreached(instruction[0], instruction[1]), false));
            assertEquals(RoutineFlaw.LOCAL, assertThrows(RoutineException.class, () -> RoutineVerifier.verify(routine)).flaw());
        }
    }

    @Test
    void theLastLocalOfAMethodIsOne() throws Exception {
        for (boolean isLong : new boolean[] {false, true}) {
            for (int slot : new int[] {0, 3, 4, 100}) {
                String text = ".method m ()V\npush 1\nistore 3\npush 0" + (isLong ? "L\nl" : "\ni") + "store " + slot + "\n"
                    + (isLong ? "l" : "i") + "load " + slot + "\nreturn";
                byte[] bytes = Assembler.assemble(text);
                int locals = RoutineReader.read(new ArrayArea(bytes, false)).method(0).locals();
                assertEquals(Math.max(4, slot + (isLong ? 2 : 1)), locals);
                bytes[RoutineFormat.HEADER_BYTES + RoutineFormat.LOCALS_AT + 1] = (byte) (locals - 1);
                Routine shorter = RoutineReader.read(new ArrayArea(bytes, false));
                assertEquals(RoutineFlaw.LOCAL, assertThrows(RoutineException.class, () -> RoutineVerifier.verify(shorter)).flaw());
            }
        }
    }

    @Test
    void aSwitchWithoutValuesMayBeTheLastInstruction() {
        RoutineBuilder builder = new RoutineBuilder();
        Label loop = new Label("loop");
        builder.method("main", "(I)V").label(loop).load(0).choose(new TreeMap<>(), loop);
        assertEquals(52, builder.build().length);
    }
}
