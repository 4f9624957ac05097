package dev.spine.extension.ardma.host.tool;

import dev.spine.extension.ardma.routine.RoutineVerifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes routines of text, an instruction a line. Names of instructions are those of the Java virtual machine in lower case.
 *
 * <pre>{@code
 * .areas 1
 * .method length (J)I        ; of a list whose elements are each the offset of the next one, -1 at the end
 *     push 0
 *     istore 2
 * loop:
 *     lload 0
 *     push 0L
 *     lcmp
 *     iflt end
 *     push 0                 ; of area 0
 *     lload 0
 *     call @load64
 *     lstore 0
 *     iinc 2 1
 *     goto loop
 * end:
 *     iload 2
 *     ireturn
 * }</pre>
 *
 * <p>docs/active-rdma-isa.md has all of it. Any text has an answer: a routine that {@link RoutineVerifier} has proved, or findings.
 *
 * <p>One thread at a time.
 */
public final class Assembler {
    /** The longest text, in characters. */
    public static final int MAX_CHARACTERS = 1 << 22;
    /** How many findings a text has at most. */
    public static final int MAX_FINDINGS = 100;

    /** A line that is read later, when all names are known. */
    private record Later(LineReader line, MethodText method) {}

    private final RoutineText routine = new RoutineText();
    private final List<AssemblyFinding> findings = new ArrayList<>();
    private final List<Later> later = new ArrayList<>();

    private Assembler() {}

    /**
     * {@return the binary form of a routine}
     *
     * @param text lines, at most {@link #MAX_CHARACTERS} characters
     * @throws AssemblyException when it is none: everything that is wrong with it. What breaks a rule of the verifier is found when every
     *     line can be read, and then once a method
     */
    public static byte[] assemble(String text) throws AssemblyException {
        if (text.length() > MAX_CHARACTERS) {
            throw new AssemblyException(List.of(new AssemblyFinding(1, 1, RoutineText.limit("characters", MAX_CHARACTERS))));
        }
        Assembler assembler = new Assembler();
        assembler.readLines(text);
        assembler.readInstructions();
        assembler.throwFindings();
        CheckedBuild build = new CheckedBuild(assembler.routine);
        byte[] bytes = build.build();
        assembler.findings.addAll(build.findings());
        assembler.throwFindings();
        return bytes;
    }

    private void throwFindings() throws AssemblyException {
        if (!findings.isEmpty()) {
            findings.sort(Comparator.comparingInt(AssemblyFinding::line).thenComparingInt(AssemblyFinding::column));
            throw new AssemblyException(findings.subList(0, Math.min(findings.size(), MAX_FINDINGS)));
        }
    }

    private void readLines(String text) {
        MethodText method = null;
        int number = 0;
        Iterator<String> lines = text.lines().iterator();
        while (lines.hasNext() && findings.size() < MAX_FINDINGS) {
            try {
                LineReader line = new LineReader(++number, lines.next());
                MethodText begun = readLine(line, method);
                method = begun == null ? method : begun;
            } catch (WrongWordException e) {
                findings.add(e.finding());
            }
        }
    }

    private @Nullable MethodText readLine(LineReader line, @Nullable MethodText method) throws WrongWordException {
        if (line.isAtEnd()) {
            return null;
        }
        if (line.peek().kind() == Word.Kind.PLAIN && line.peek().text().startsWith(".")) {
            return routine.read(line);
        }
        if (method == null) {
            throw line.expected(RoutineText.DIRECTIVES);
        }
        later.add(new Later(line, method));
        return null;
    }

    private void readInstructions() {
        InstructionReader reader = new InstructionReader(routine);
        for (Later one : later) {
            if (findings.size() >= MAX_FINDINGS) {
                return;
            }
            try {
                reader.read(one.line(), one.method());
            } catch (WrongWordException e) {
                findings.add(e.finding());
            }
        }
        if (findings.isEmpty()) {
            routine.methods().forEach(method -> findings.addAll(method.findings()));
            if (routine.methods().isEmpty()) {
                findings.add(new AssemblyFinding(1, 1, "expected .method and a name, found a routine without methods"));
            }
        }
    }
}
