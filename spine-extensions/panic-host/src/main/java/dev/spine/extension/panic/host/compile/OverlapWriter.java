package dev.spine.extension.panic.host.compile;

import dev.spine.extension.panic.host.language.Position;
import dev.spine.extension.panic.program.Label;
import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.Program;
import dev.spine.extension.panic.program.ProgramCode;
import dev.spine.extension.panic.program.ProgramFormat;
import dev.spine.extension.panic.program.ProgramWriter;
import dev.spine.extension.panic.program.Variable;
import java.util.HashMap;
import java.util.Map;

/** Writes a compiled program again, with other waits: not behind each transfer, but where {@link TransferFlow} says. One thread. */
final class OverlapWriter {
    private final ProgramCode code;
    private final TransferFlow.Waits waits;
    private final ProgramWriter file;
    private final Map<Integer, Label> labels = new HashMap<>();
    /** Where jumps back go: behind the wait before a loop. */
    private final Map<Integer, Label> labelsOfLoops = new HashMap<>();
    private int statements;

    private OverlapWriter(Program program) {
        code = program.code();
        waits = TransferFlow.waits(code);
        file = new ProgramWriter(program.name()).id(program.id()).stack(code.stackWords());
        for (int i = 0; i < program.variables(); i++) {
            Variable variable = program.variable(i);
            file.variable(variable.name(), variable.words());
        }
    }

    /**
     * {@return the file of a program whose transfers go on beside its statements}
     *
     * @param program that {@link PdlCompiler} made: its blocks are in the order of its triggers
     * @throws ProgramTooLargeException when the waits take more bytes of code than a program has
     */
    static byte[] write(Program program) throws ProgramTooLargeException {
        OverlapWriter writer = new OverlapWriter(program);
        for (int i = 0; i < writer.code.instructions(); i++) {
            writer.instruction(i);
        }
        return writer.file.toBytes();
    }

    private void instruction(int index) throws ProgramTooLargeException {
        int at = code.offset(index);
        if (at == code.startUp()) {
            file.startUp();
        }
        for (int i = 0; i < code.triggers(); i++) {
            if (code.block(i) == at) {
                file.block(code.trigger(i));
            }
        }
        file.mark(label(labels, at));
        statement(at);
        if (waits.loops().get(index)) {
            file.op(Opcode.DMAWAIT);
            statement(at);
        }
        file.mark(label(labelsOfLoops, at));
        if (waits.statements().get(index)) {
            file.op(Opcode.DMAWAIT);
        }
        if (code.opcode(at) != Opcode.DMAWAIT) {
            copy(at);
        }
        if (file.codeBytes() > ProgramFormat.MAX_CODE_BYTES) {
            throw ProgramTooLargeException.ofCode(position(at));
        }
    }

    private Position position(int at) {
        return new Position(code.line(at), 1);
    }

    private void statement(int at) throws ProgramTooLargeException {
        if (!code.isStatement(at)) {
            return;
        }
        if (++statements > ProgramFormat.MAX_STATEMENTS) {
            throw ProgramTooLargeException.ofStatements(position(at));
        }
        file.statement(code.line(at));
    }

    private Label label(Map<Integer, Label> of, int offset) {
        return of.computeIfAbsent(offset, _ -> file.label());
    }

    private void copy(int at) {
        Opcode opcode = code.opcode(at);
        switch (opcode.operand()) {
            case NONE -> file.op(opcode);
            case CONSTANT, MASK, WORD -> file.op(opcode, code.operand(at));
            case OBJECT -> file.op(opcode, code.operand(at), code.words(at));
            case DISTANCE -> file.jump(opcode, label(code.target(at) > at ? labels : labelsOfLoops, code.target(at)));
        }
    }
}
