package dev.spine.extension.ardma.host.tool;

import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.AreaHash;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Makes text of routines. The {@link Assembler} makes the same bytes of it again when {@link RoutineBuilder} made them; what others made,
 * and wrote at greater length than needed, becomes another routine that does the same, and the text says so.
 *
 * <p>The binary form has no names: methods are called main, m1, m2, and a label by the offset of what is behind it. One thread at a time.
 */
public final class Disassembler {
    private static final int DATA_LINE = 32;

    private final Routine routine;
    private final StringBuilder text = new StringBuilder();

    private Disassembler(Routine routine) {
        this.routine = routine;
    }

    /**
     * {@return the text of a routine}
     *
     * @param bytes its binary form
     * @throws RoutineException when they are none, or break a rule
     */
    public static String disassemble(byte[] bytes) throws RoutineException {
        Area area = new ArrayArea(bytes, false);
        Routine routine = RoutineReader.read(area);
        RoutineVerifier.verify(routine);
        String head = String.format(Locale.ROOT, "; %,d bytes, hash 0x%016x%n", bytes.length, AreaHash.of(area, 0, bytes.length));
        // Constants have the order of their use, unless a builder was at two methods at a time.
        String brief = new Disassembler(routine).write(false);
        if (isTextOf(brief, bytes)) {
            return head + brief;
        }
        String full = new Disassembler(routine).write(true);
        return head + (isTextOf(full, bytes) ? "" : "; assembled again, it does the same and has other bytes\n") + full;
    }

    private static boolean isTextOf(String text, byte[] bytes) {
        try {
            return Arrays.equals(Assembler.assemble(text), bytes);
        } catch (AssemblyException _) {
            return false;
        }
    }

    private String write(boolean withConstants) {
        if (routine.areas() > 0) {
            line(".areas " + routine.areas());
        }
        if (routine.scratchBytes() > 0) {
            line(".scratch " + routine.scratchBytes());
        }
        writeData();
        for (int i = 0; withConstants && i < routine.ints(); i++) {
            line(".constant " + routine.intAt(i));
        }
        for (int i = 0; withConstants && i < routine.longs(); i++) {
            line(".constant " + routine.longAt(i) + "L");
        }
        for (int i = 0; i < routine.methods(); i++) {
            text.append('\n');
            new MethodWriter(routine, i, this::line).write();
        }
        return text.toString();
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private void writeData() {
        byte[] data = new byte[routine.dataBytes()];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) routine.bytes().get8(routine.dataAt() + i);
        }
        for (int at = 0; at < data.length; at += DATA_LINE) {
            byte[] part = Arrays.copyOfRange(data, at, Math.min(at + DATA_LINE, data.length));
            line(".data " + (isPlain(part) ? string(part) : "0x" + HexFormat.of().formatHex(part)));
        }
    }

    private static boolean isPlain(byte[] bytes) {
        for (byte one : bytes) {
            if (one < ' ' && one != '\n' || one == '\u007f') {
                return false;
            }
        }
        return true;
    }

    private static String string(byte[] bytes) {
        String plain = new String(bytes, StandardCharsets.US_ASCII);
        return '"' + plain.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
