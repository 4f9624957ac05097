package dev.spine.extension.panic.host.compile;

import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.Program;
import dev.spine.extension.panic.program.ProgramCode;
import dev.spine.extension.panic.program.Variable;
import java.util.Locale;
import java.util.stream.IntStream;

/** Shows program files as text. Stateless. Any thread. */
public final class Disassembly {
    private final Program program;
    private final ProgramCode code;
    private final StringBuilder text = new StringBuilder();

    private Disassembly(Program program) {
        this.program = program;
        this.code = program.code();
    }

    /**
     * {@return what a program file holds: its variables, and the instructions of each block with the lines that they come from}
     *
     * @param program of the file
     */
    public static String of(Program program) {
        Disassembly shown = new Disassembly(program);
        shown.write();
        return shown.text.toString();
    }

    private void line(String line) {
        text.append(line.stripTrailing()).append('\n');
    }

    private void write() {
        line(String.format(Locale.ROOT, "program %s, %s: %,d words of data, a stack of %d, %,d bytes of code", program.name(),
            program.id() == 0 ? "number given when it is loaded" : "number " + program.id(), program.dataWords(), code.stackWords(),
            code.bytes()));
        line("\ndata");
        for (int i = 0; i < program.variables(); i++) {
            Variable variable = program.variable(i);
            line(String.format(Locale.ROOT, "%6d  %s", variable.first(), variable.words() == 1 ? variable.name()
                : variable.name() + "[" + variable.words() + "]"));
        }
        for (int i = 0; i < code.instructions(); i++) {
            instruction(code.offset(i));
        }
    }

    private void instruction(int offset) {
        if (offset == code.startUp()) {
            line("\nstart-up");
        }
        IntStream.range(0, code.triggers()).filter(i -> code.block(i) == offset).forEach(i -> line("\nmessage " + code.trigger(i)));
        String operand = operand(offset);
        String where = code.isStatement(offset) ? " ; line " + code.line(offset) : "";
        line(String.format(Locale.ROOT, "%6d  %-9s%-23s%s", offset, code.opcode(offset), operand, where));
    }

    private String operand(int offset) {
        Opcode opcode = code.opcode(offset);
        return switch (opcode.operand()) {
            case NONE -> "";
            case CONSTANT -> Integer.toString(code.operand(offset));
            case DISTANCE -> Integer.toString(code.target(offset));
            case MASK -> triggers(code.operand(offset));
            case WORD, OBJECT -> variable(code.operand(offset));
        };
    }

    private String triggers(int mask) {
        StringBuilder all = new StringBuilder();
        IntStream.range(0, code.triggers()).filter(i -> (mask & 1 << i) != 0)
            .forEach(i -> all.append(all.isEmpty() ? "" : ", ").append(code.trigger(i)));
        return all.isEmpty() ? "none" : all.toString();
    }

    /** A word of the data area, by the variable that has it. */
    private String variable(int word) {
        for (int i = 0; i < program.variables(); i++) {
            Variable variable = program.variable(i);
            if (word >= variable.first() && word < variable.first() + variable.words()) {
                return word == variable.first() ? variable.name() : variable.name() + "[" + (word - variable.first()) + "]";
            }
        }
        return "word " + word;
    }
}
