package dev.spine.extension.panic.host.compile;

import dev.spine.extension.panic.host.language.PdlProgram;
import dev.spine.extension.panic.host.language.Position;
import dev.spine.extension.panic.program.Label;
import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.ProgramFormat;
import dev.spine.extension.panic.program.ProgramWriter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Writes instructions, knows where variables are and how deep the stack becomes. One thread. */
final class CodeWriter {
    /**
     * Where a variable is.
     *
     * @param first its first word in the data area
     * @param words how many it has
     */
    record Home(int first, int words) {}

    private final ProgramWriter file;
    private final Map<String, Home> homes = new HashMap<>();
    private int statements;
    private int depth;
    private int deepest;
    private Position here = new Position(1, 1);
    private Position deepestAt = here;

    CodeWriter(PdlProgram program) {
        file = new ProgramWriter(program.name()).id(program.id());
        for (PdlProgram.Variable variable : program.variables()) {
            homes.put(key(variable.name()), new Home(file.variable(variable.name(), variable.words()), variable.words()));
        }
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    Home home(String variable) {
        Home home = homes.get(key(variable));
        if (home == null) {
            throw new IllegalArgumentException(variable + " is no variable of the program: give a program that was checked");
        }
        return home;
    }

    /** A block begins, of a trigger of the program or the one at start. */
    void begin(int trigger) {
        file.block(trigger);
    }

    void beginStart() {
        file.startUp();
    }

    /** Begins a statement; the stack is empty. */
    void statement(Position at) throws ProgramTooLargeException {
        if (++statements > ProgramFormat.MAX_STATEMENTS) {
            throw ProgramTooLargeException.ofStatements(at);
        }
        checkSize(at);
        here = at;
        file.statement(Math.min(at.line(), ProgramFormat.MAX_LINE));
    }

    private void checkSize(Position at) throws ProgramTooLargeException {
        if (file.codeBytes() > ProgramFormat.MAX_CODE_BYTES) {
            throw ProgramTooLargeException.ofCode(at);
        }
    }

    /** Looks whether all of it has room. */
    byte[] toBytes() throws ProgramTooLargeException {
        checkSize(here);
        if (deepest > ProgramFormat.MAX_STACK_WORDS) {
            throw new ProgramTooLargeException(deepestAt, "an expression takes " + deepest + " words of stack, and there are "
                + ProgramFormat.MAX_STACK_WORDS + ": store a part of it in a variable");
        }
        return file.stack(deepest).toBytes();
    }

    private void count(Opcode opcode) {
        depth += opcode.pushes() - opcode.pops();
        if (depth > deepest) {
            deepest = depth;
            deepestAt = here;
        }
    }

    CodeWriter op(Opcode opcode) {
        count(opcode);
        file.op(opcode);
        return this;
    }

    CodeWriter op(Opcode opcode, int value) {
        count(opcode);
        file.op(opcode, value);
        return this;
    }

    CodeWriter op(Opcode opcode, Home object) {
        count(opcode);
        file.op(opcode, object.first, object.words);
        return this;
    }

    CodeWriter push(int value) {
        return op(Opcode.PUSH, value);
    }

    Label label() {
        return file.label();
    }

    CodeWriter mark(Label label) {
        file.mark(label);
        return this;
    }

    CodeWriter jump(Opcode opcode, Label to) {
        count(opcode);
        file.jump(opcode, to);
        return this;
    }

    /** What follows is reached on another way, on which the stack has so many words fewer than here. */
    void forget(int words) {
        depth -= words;
    }
}
