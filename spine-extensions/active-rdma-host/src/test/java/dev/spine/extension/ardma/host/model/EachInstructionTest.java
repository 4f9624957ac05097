package dev.spine.extension.ardma.host.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.routine.Machine;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.ardma.routine.RoutineFlaw;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
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
            for (int i = 0; i < ModelSet.INTRINSICS.size(); i++) {
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

    /** Pushes values, does it, and goes round there. */
    private void look(byte[] instruction, int values, int kinds) throws Exception {
        ByteArrayOutputStream code = new ByteArrayOutputStream();
        push(code, values, kinds);
        code.writeBytes(instruction);
        code.writeBytes(new byte[] {(byte) 167, 0, 0});
        look(code.toByteArray(), () -> text(instruction, values, kinds));
    }

    private static void push(ByteArrayOutputStream code, int values, int kinds) {
        for (int i = 0; i < values; i++) {
            code.write((kinds & 1 << i) == 0 ? 5 + i : 9 + i % 2);
        }
    }

    /** A method whose locals are an int, a long, one that is not set, and an int. */
    private void look(byte[] body, Supplier<String> text) throws Exception {
        ByteBuffer routine = ByteBuffer.allocate(28 + 12 + 4 * 2 + 8 * 2 + 3 + body.length);
        routine.put(new byte[] {'A', 'R', 'M', 'A', 0, 1, 0, 1, 0, 2, 0, 2}).putInt(0).putInt(0).putInt(0).putInt(routine.capacity());
        routine.putChar((char) (3 + body.length)).putChar((char) 5).putChar((char) (2 * MOST_VALUES + 1)).put(new byte[] {2, 0}).putInt(2);
        routine.putInt(7).putInt(-7).putLong(8).putLong(-8).put(new byte[] {8, 54, 4}).put(body);
        byte[] bytes = routine.array();
        boolean isWanted = isWanted(bytes);
        try {
            Routine read = RoutineReader.read(Trial.bytes(bytes));
            RoutineVerifier.verify(read);
            assertTrue(isWanted, text);
            trial.agree(machine, read, bytes);
            accepted++;
        } catch (RoutineException e) {
            assertFalse(isWanted, () -> e.flaw() + ": " + text.get());
        }
    }

    @Test
    void stacksThatMeetAreTheSame() throws Exception {
        for (int one = 1; one < 1 << MOST_VALUES; one++) {
            for (int other = 1; other < 1 << MOST_VALUES; other++) {
                meet(one, other);
            }
        }
        assertEquals((1 << MOST_VALUES) - 1, accepted);
    }

    /** Two ways to a jump, on each of which values were pushed: the highest bit says how many, the others which. */
    private void meet(int one, int other) throws Exception {
        ByteArrayOutputStream code = new ByteArrayOutputStream();
        int values = 31 - Integer.numberOfLeadingZeros(one);
        code.writeBytes(new byte[] {26, (byte) 153, 0, (byte) (6 + values)});
        push(code, values, one);
        code.writeBytes(new byte[] {(byte) 167, 0, (byte) (3 + 31 - Integer.numberOfLeadingZeros(other))});
        push(code, 31 - Integer.numberOfLeadingZeros(other), other);
        code.writeBytes(new byte[] {(byte) 167, 0, 0});
        look(code.toByteArray(), () -> one + " meets " + other);
    }

    @Test
    void noInstructionIsCutOffAtTheEnd() throws Exception {
        for (int opcode = 0; opcode < 256; opcode++) {
            for (int second : new int[] {0, 21, 132}) {
                for (int bytes = 1; bytes < 8; bytes++) {
                    byte[] body = new byte[3 + bytes];
                    body[0] = (byte) 167;
                    body[3] = (byte) opcode;
                    body[Math.min(4, body.length - 1)] = bytes == 1 ? (byte) opcode : (byte) second;
                    int each = opcode;
                    int count = bytes;
                    look(body, () -> each + ", of which there are " + count + " bytes");
                }
            }
        }
    }

    @Test
    void switchesHaveTheirForm() throws Exception {
        for (int count : new int[] {0, 1, 2, 3, 127, 128, 129}) {
            for (int step = -1; step < 3; step++) {
                lookAtSwitch(170, count, step);
                lookAtSwitch(171, count, step);
            }
        }
        // Tables of 1, 2, 3, 127 and 128 values with four steps that they do not have, and lists whose values grow, or of which there are
        // none or one.
        assertEquals(5 * 4 + 2 * 4 + 4 * 2, accepted);
    }

    /** A switch behind a jump to itself; it begins at offset 6, and all its places are that jump. */
    private void lookAtSwitch(int opcode, int count, int step) throws Exception {
        boolean isTable = opcode == 170;
        int size = 3 + 2 + (isTable ? 12 + 4 * count : 8 + 8 * count);
        ByteBuffer body = ByteBuffer.allocate(size).put(new byte[] {(byte) 167, 0, 0, (byte) opcode, 0}).putInt(-3);
        if (isTable) {
            body.putInt(-1).putInt(count - 2);
        } else {
            body.putInt(count);
        }
        for (int i = 0; i < count; i++) {
            if (!isTable) {
                body.putInt(i * step);
            }
            body.putInt(-3);
        }
        look(body.array(), () -> opcode + " of " + count + " values, step " + step);
        int before = accepted;
        for (int less = 1; less < 9; less++) {
            int cut = less;
            look(Arrays.copyOf(body.array(), size - less), () -> opcode + " of " + count + " values, without " + cut + " bytes");
        }
        assertEquals(before, accepted);
    }

    @Test
    void aLocalIsWhatItIsOnEveryWayRoundALoop() throws Exception {
        int[] pushes = {0, 4, 9, 9, 9};
        int[] stores = {0, 62, 65, 66, 64};
        int[][] reads = {{0, 0}, {29, 87}, {32, 88}, {33, 88}, {31, 88}};
        for (int before = 0; before < pushes.length; before++) {
            for (int[] read : reads) {
                for (int within = 0; within < pushes.length; within++) {
                    int[] each = {before, read[0], within};
                    look(new byte[] {(byte) pushes[before], (byte) stores[before], (byte) read[0], (byte) read[1], (byte) pushes[within],
                        (byte) stores[within], (byte) 167, (byte) 0xFF, (byte) 0xFC}, () -> Arrays.toString(each));
                }
            }
        }
        assertTrue(accepted > 0 && accepted < pushes.length * reads.length * pushes.length, () -> accepted + " are taken");
    }

    @Test
    void aMethodHasCode() {
        byte[] bytes = ByteBuffer.allocate(28 + 12).put(new byte[] {'A', 'R', 'M', 'A', 0, 1, 0, 1}).putInt(24, 28 + 12).array();
        assertFalse(isWanted(bytes));
        assertEquals(RoutineFlaw.HEAD, assertThrows(RoutineException.class, () -> RoutineReader.read(Trial.bytes(bytes))).flaw());
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
