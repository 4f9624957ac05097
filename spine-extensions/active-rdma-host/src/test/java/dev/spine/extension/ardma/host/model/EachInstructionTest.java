package dev.spine.extension.ardma.host.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.routine.Machine;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each instruction on each stack of up to four values, or of two when it has operands. */
@Tag("AR-10")
@Tag("AR-12")
class EachInstructionTest {
    private static final int MOST_VALUES = 4;
    private static final int MOST_BESIDE_OPERANDS = 2;
    private static final int[] OPERANDS = {0, 1, 4, 0x0100, 0x0403, 0xFFFF};
    private static final int[] WIDENED = {21, 22, 54, 55, 132, 18, 0, 196};

    private final Machine machine = new Machine();
    private final Trial trial = new Trial(new Random(1), 40);
    private int accepted;

    @Test
    void isTakenOrRefusedAsTheModelSays() throws Exception {
        for (int opcode = 0; opcode < 256; opcode++) {
            for (byte[] instruction : forms(opcode)) {
                for (int values = 0; values <= (instruction.length == 1 ? MOST_VALUES : MOST_BESIDE_OPERANDS); values++) {
                    for (int kinds = 0; kinds < 1 << values; kinds++) {
                        look(instruction, values, kinds);
                    }
                }
            }
        }
        assertTrue(accepted > 1_000, () -> accepted + " are taken");
    }

    private static List<byte[]> forms(int opcode) {
        List<byte[]> forms = new ArrayList<>();
        if (opcode == 184) {
            for (int i = 0; i < 21; i++) {
                forms.add(new byte[] {(byte) opcode, (byte) 0x80, (byte) i});
            }
        }
        if (opcode == 196) {
            for (int widened : WIDENED) {
                for (int local = 0; local < 6; local++) {
                    forms.add(new byte[] {(byte) opcode, (byte) widened, 0, (byte) local, -1, -1});
                    forms.add(new byte[] {(byte) opcode, (byte) widened, 0, (byte) local});
                }
            }
        }
        for (int operand : OPERANDS) {
            forms.add(new byte[] {(byte) opcode, (byte) (operand >> 8), (byte) operand});
            forms.add(new byte[] {(byte) opcode, (byte) operand});
        }
        forms.add(new byte[] {(byte) opcode});
        return forms;
    }

    /** A method whose locals are an int, a long, one that is not set, and an int; it pushes values, does it, and goes round there. */
    private void look(byte[] instruction, int values, int kinds) throws Exception {
        ByteArrayOutputStream code = new ByteArrayOutputStream();
        code.writeBytes(new byte[] {8, 54, 4});
        for (int i = 0; i < values; i++) {
            code.write((kinds & 1 << i) == 0 ? 5 + i : 9 + i % 2);
        }
        code.writeBytes(instruction);
        code.writeBytes(new byte[] {(byte) 167, 0, 0});
        ByteBuffer routine = ByteBuffer.allocate(28 + 12 + 4 * 2 + 8 * 2 + code.size());
        routine.put(new byte[] {'A', 'R', 'M', 'A', 0, 1, 0, 1, 0, 2, 0, 2}).putInt(0).putInt(0).putInt(0).putInt(routine.capacity());
        routine.putChar((char) code.size()).putChar((char) 5).putChar((char) (2 * MOST_VALUES + 1)).put(new byte[] {2, 0}).putInt(2);
        routine.putInt(7).putInt(-7).putLong(8).putLong(-8).put(code.toByteArray());
        byte[] bytes = routine.array();
        boolean isWanted = isWanted(bytes);
        try {
            Routine read = RoutineReader.read(Trial.bytes(bytes));
            RoutineVerifier.verify(read);
            assertTrue(isWanted, () -> text(instruction, values, kinds));
            trial.agree(machine, read, bytes);
            accepted++;
        } catch (RoutineException e) {
            assertEquals(isWanted, false, () -> e.flaw() + ": " + text(instruction, values, kinds));
        }
    }

    private static String text(byte[] instruction, int values, int kinds) {
        return (instruction[0] & 0xFF) + ", " + instruction.length + " bytes, on " + values + " values of kinds " + kinds;
    }

    private static boolean isWanted(byte[] bytes) {
        try {
            ModelVerifier.verify(ModelRoutine.of(bytes));
            return true;
        } catch (RefusedException _) {
            return false;
        }
    }
}
