package dev.spine.extension.ardma.host.tool;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import java.lang.classfile.Opcode;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("AR-13")
class DisassemblerTest {
    private static final String OTHER_BYTES = "; assembled again, it does the same and has other bytes";

    @Test
    void textNamesWhatTheFormHasNoNamesFor() throws Exception {
        RoutineBuilder routine = new RoutineBuilder().areas(2).scratch(8);
        routine.data("a \"b\"\n".getBytes(StandardCharsets.US_ASCII));
        Label end = new Label("end");
        TreeMap<Integer, Label> cases = new TreeMap<>();
        cases.put(7, end);
        routine.method("first", "(J)I").load(0).call("second").choose(cases, end).label(end).push(100_000).returns();
        routine.method("second", "(J)I").load(0).op(Opcode.L2I).returns();
        assertEquals("""
            ; 92 bytes, hash 0x69a7be748dae1070
            .areas 2
            .scratch 8
            .data "a \\"b\\"\\n"

            .method main (J)I
                lload 0
                call m1
                switch 7 L24, default L24
            L24:
                push 100000
                ireturn

            .method m1 (J)I
                lload 0
                l2i
                ireturn
            """, Disassembler.disassemble(routine.build()));
    }

    @Test
    void theTextOfWhatTheBuilderMakesHasTheSameBytes() throws Exception {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        Random random = new Random(seed);
        int withConstants = 0;
        for (int i = 0; i < 500; i++) {
            byte[] bytes = new RandomRoutine(random).bytes();
            String text = Disassembler.disassemble(bytes);
            assertFalse(text.contains(OTHER_BYTES), () -> "seed " + seed + "\n" + text);
            assertArrayEquals(bytes, Assembler.assemble(text), () -> "seed " + seed + "\n" + text);
            withConstants += text.contains(".constant") ? 1 : 0;
        }
        assertTrue(withConstants > 5, "too few with constants in another order: " + withConstants + ", seed " + seed);
    }

    /** Bytes that were changed are refused, or have a text that the assembler takes and that says when it is of other bytes. */
    @Test
    void whateverIsVerifiedHasAText() throws Exception {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        Random random = new Random(seed);
        int others = 0;
        for (int i = 0; i < 1_500; i++) {
            byte[] bytes = i % 50 == 0 ? new RandomRoutine(random).bytes() : mutated(random);
            try {
                String text = Disassembler.disassemble(bytes);
                byte[] again = Assembler.assemble(text);
                RoutineVerifier.verify(RoutineReader.read(new ArrayArea(again, false)));
                if (text.contains(OTHER_BYTES)) {
                    others++;
                } else {
                    assertArrayEquals(bytes, again, "seed " + seed);
                }
            } catch (RoutineException _) {
                // It is refused.
            } catch (RuntimeException | AssemblyException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        assertTrue(others > 0, "too few of other tools: " + others + ", seed " + seed);
    }

    private static byte[] mutated(Random random) {
        byte[] bytes = new RandomRoutine(random).bytes();
        for (int j = random.nextInt(3); j >= 0; j--) {
            int at = random.nextInt(bytes.length);
            bytes[at] = (byte) (random.nextBoolean() ? random.nextInt() : bytes[at] + 1);
        }
        return bytes;
    }
}
