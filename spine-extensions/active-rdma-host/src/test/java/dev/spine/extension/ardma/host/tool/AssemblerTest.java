package dev.spine.extension.ardma.host.tool;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.routine.Intrinsic;
import java.lang.classfile.Opcode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("AR-13")
class AssemblerTest {
    /** Something of everything. */
    private static final String TEXT = """
        .areas 1
        .scratch 256
        .data hello "hello, \\"area\\"\\n" 0x00ff, "\\x41\u00e9"   ; a comment
        .data 0x0102
        .constant 70000

        .method main (IJ)J
            iload 0
            switch 1 one, -2 two, default none
        one:
            push hello
            lstore 3
            push hello.length
            lload 3
            ladd
            lreturn
        two: push data
            push 5L
            call @load64
            lreturn
        none:
            push scratch
            push 0x7L
            push 0xFFFFFFFF
            call @store32
            iinc 0 300
            iload 0
            push 100000
            if_icmplt none
            lload 1
            call twice
            lreturn

        .method twice (J)J
            lload 0
            push 1
            lshl
            lreturn
        """;

    private static byte[] built() {
        RoutineBuilder routine = new RoutineBuilder().areas(1).scratch(256);
        routine.intConstant(70_000);
        routine.data("hello, \"area\"\n\0".getBytes(StandardCharsets.UTF_8));
        routine.data(new byte[] {(byte) 0xFF, 'A', (byte) 0xC3, (byte) 0xA9, 1, 2});
        Label one = new Label("one");
        Label two = new Label("two");
        Label none = new Label("none");
        TreeMap<Integer, Label> cases = new TreeMap<>();
        cases.put(1, one);
        cases.put(-2, two);
        routine.method("main", "(IJ)J").load(0).choose(cases, none)
            .label(one).push(0L).local(Opcode.LSTORE, 3).push(19L).local(Opcode.LLOAD, 3).op(Opcode.LADD).returns()
            .label(two).push(-1).push(5L).call(Intrinsic.LOAD64).returns()
            .label(none).push(-2).push(7L).push(-1).call(Intrinsic.STORE32).increment(0, 300).load(0).push(100_000)
            .jump(Opcode.IF_ICMPLT, none).load(1).call("twice").returns();
        routine.method("twice", "(J)J").load(0).push(1).op(Opcode.LSHL).returns();
        return routine.build();
    }

    @Test
    void textIsWhatTheBuilderMakesOfTheSameInstructions() throws AssemblyException {
        assertArrayEquals(built(), Assembler.assemble(TEXT));
        assertArrayEquals(built(), Assembler.assemble(TEXT.replace("\n", "\r\n").replace("    ", "\t")));
    }

    private static List<String> findings(String text) {
        return assertThrows(AssemblyException.class, () -> Assembler.assemble(text)).findings().stream()
            .map(AssemblyFinding::toString).toList();
    }

    @Test
    void eachLineThatIsWrongSaysWhereAndWhatWasExpected() {
        assertEquals(List.of(
            "1:8: expected how many areas, 0 to 8, found '9'",
            "2:12: expected a string or 0x and pairs of hexadecimal digits, found '0x1'",
            "3:1: expected .method, .data, .areas, .scratch or .constant, found '.end'",
            "4:11: expected up to 16 of I and J, and I, J or V, as (IJ)V, found '(X)V'",
            "5:15: expected the end of the line, found 'I'",
            "8:11: expected a local, 0 to 126, found '127'",
            "9:5: expected an instruction such as iload 0, found 'iload_0'",
            "10:5: expected an instruction such as push 5 or push 5L, found 'bipush'",
            "11:10: expected an int, a long with an L behind it, data, scratch, or the name of data with or without .length, found 'x'",
            "12:16: expected ',' and the next value or default, found 'b'",
            "13:10: expected a method of the routine, or an operation on areas such as @load64, found '@load65'",
            "14:5: expected an instruction such as call @load64, found 'load64'",
            "15:9: expected a label (letters, digits and _, at most 64), found the end of the line",
            "16:1: expected a label that is put nowhere else, found 'a'",
            "17:7: expected a string, found no '\"' at its end"),
            findings("""
                .areas 9
                .data name 0x1
                .end
                .method m (X)V
                .method m ()I I
                .method m ()I
                a:
                    lload 127
                    iload_0
                    bipush 5
                    push x
                    switch 1 a b
                    call @load65
                    load64
                    goto
                a: iadd
                .data "open
                """));
    }

    @Test
    void whatBreaksARuleIsSaidOnceAMethod() {
        assertEquals(List.of(
            "4:5: expected a long and an int on the stack, found a value of another type",
            "8:5: expected a long in local 0, found a value of another type",
            "11:5: expected a return, goto or switch as the last instruction, found code that can be left at its end",
            "14:5: expected the return of ()J, found a return of another type",
            "17:5: expected an instruction behind the label, found a jump to where no instruction begins"),
            findings("""
                .method a ()V
                    push 1
                    push 1L
                    lshl
                    return
                .method b (I)V
                    nop
                    lload 0
                    return
                .method c ()V
                    nop
                .method d ()J
                    push 1
                    ireturn
                .method e ()V
                    nop
                    goto end
                end:
                """));
    }

    @Test
    void labelsAndInstructionsThatAreMissingAreFound() {
        assertEquals(List.of("1:1: expected .method and a name, found a routine without methods"), findings("; nothing"));
        assertEquals(List.of("1:1: expected .method, .data, .areas, .scratch or .constant, found 'iadd'"), findings("iadd"));
        assertEquals(List.of("1:9: expected instructions, found a method without any"), findings(".method m ()V\nend:"));
        assertEquals(List.of("2:7: expected a label of the method, found 'away'"), findings(".method m ()V\n goto away"));
    }

    @Test
    void whatIsTooLargeIsFoundAndNeverMade() {
        String method = ".method m ()V\n";
        assertEquals(1, findings("x".repeat(Assembler.MAX_CHARACTERS + 1)).size());
        assertEquals(Assembler.MAX_FINDINGS, findings("x\n".repeat(1_000_000)).size());
        assertEquals(List.of("4098:5: expected at most 4,096 instructions of a method, found more"),
            findings(method + "nop\n".repeat(4_096) + "    return"));
        assertTrue(findings(method + "push 70000\npop\n".repeat(1_500) + "return").getFirst().contains("at most 4096 are allowed"));
        StringBuilder labels = new StringBuilder(method);
        StringBuilder constants = new StringBuilder(method);
        for (int i = 0; i < 300_000; i++) {
            labels.append("l").append(i).append(":\n");
            constants.append("push ").append(100_000 + i).append("\n");
        }
        assertFalse(findings(labels.toString()).isEmpty());
        assertFalse(findings(constants.toString()).isEmpty());
        StringBuilder methods = new StringBuilder();
        for (int i = 0; i < 64; i++) {
            methods.append(".method m").append(i).append(" ()V\n").append("nop\n".repeat(4_000)).append("return\n");
        }
        assertEquals(List.of("1:1: expected at most 131,072 bytes of a routine, found more"), findings(methods.toString()));
        assertTrue(findings(method + "push 1\n".repeat(100) + "return").getFirst().startsWith("1:9: more than a limit allows"));
    }

    /** Whatever the text is, it is a routine, or there are findings. */
    @Test
    void anyTextHasAnAnswer() {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        Random random = new Random(seed);
        String[] pieces = TEXT.split("(?<=[ \n])|(?=[ \n])");
        int routines = 0;
        for (int i = 0; i < 3_000; i++) {
            StringBuilder text = new StringBuilder(TEXT);
            for (int j = random.nextInt(4); j >= 0; j--) {
                int at = random.nextInt(text.length() + 1);
                switch (random.nextInt(5)) {
                    case 0 -> text.insert(at, pieces[random.nextInt(pieces.length)]);
                    case 1 -> text.delete(at, Math.min(text.length(), at + random.nextInt(30)));
                    case 2 -> text.insert(at, (char) random.nextInt(random.nextBoolean() ? 128 : 65_536));
                    case 3 -> text.insert(at, random.nextLong());
                    default -> text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(200))));
                }
            }
            routines += answer(text.toString(), seed);
        }
        assertTrue(routines > 20, "too few routines: " + routines + ", seed " + seed);
    }

    private static int answer(String text, long seed) {
        try {
            Assembler.assemble(text);
            return 1;
        } catch (AssemblyException e) {
            assertFalse(e.findings().isEmpty());
            for (AssemblyFinding finding : e.findings()) {
                assertTrue(finding.line() >= 1 && finding.column() >= 1 && finding.text().chars().allMatch(c -> c >= ' ' && c <= '~'),
                    () -> finding + ", seed " + seed);
            }
            return 0;
        } catch (RuntimeException e) {
            throw new AssertionError("seed " + seed + ", text\n" + text, e);
        }
    }
}
