package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.MethodBuilder;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.lang.classfile.Opcode;

/**
 * A scan of every byte, eight of them a turn, by an automaton's {@link Rows}. A turn goes on after a match, which no byte leads out of, and
 * is done again byte by byte to find where that was.
 */
final class RowScan {
    /** Of use for {@link Rows}. */
    static final int BYTE = 10;
    /** The first local that it does not use. */
    static final int FREE = 12;

    private static final int STATE = 6;
    private static final int BEFORE = 7;
    private static final int WORD = 8;

    private final Dfa dfa;
    private final Rows rows;
    private final MethodBuilder code;

    /** For some code, whose routine has the rows at the begin of its data. */
    RowScan(Dfa dfa, Rows rows, MethodBuilder code) {
        this.dfa = dfa;
        this.rows = rows;
        this.code = code;
    }

    /** Adds a scan of all bytes. */
    static void build(Dfa dfa, RoutineBuilder routine) {
        if (dfa.start() == Dfa.MATCH) {
            routine.replace(LineSearch.SCAN).load(0).returns();
            return;
        }
        Rows rows = new ByteRows(dfa);
        routine.data(rows.data());
        Label match = new Label("match");
        Label end = new Label("end");
        MethodBuilder code = routine.replace(LineSearch.SCAN);
        RowScan scan = new RowScan(dfa, rows, code);
        scan.add(match, end);
        code.label(match).load(0).push(1L).op(Opcode.LSUB).returns().label(end);
        TextEnd.addTo(code);
        scan.ifEndsWell(match);
        code.push(-1L).returns();
    }

    /** Goes from the byte of the first local to the one before that of the second: to {@code match} behind the byte that makes it one. */
    void add(Label match, Label end) {
        Label turn = new Label("turn");
        Label rest = new Label("rest");
        code.push(dfa.start()).local(Opcode.ISTORE, STATE)
            .label(turn).load(0).load(1).push((long) Long.BYTES).op(Opcode.LSUB).op(Opcode.LCMP).jump(Opcode.IFGT, rest)
            .local(Opcode.ILOAD, STATE).local(Opcode.ISTORE, BEFORE)
            .push(0).load(0).call(Intrinsic.LOAD64).local(Opcode.LSTORE, WORD);
        for (int i = Long.BYTES - 1; i >= 0; i--) {
            code.push(RoutineFormat.DATA_AREA);
            rows.ofWord(code, WORD, i * Byte.SIZE);
            next();
        }
        code.load(0).push((long) Long.BYTES).op(Opcode.LADD).local(Opcode.LSTORE, 0)
            .local(Opcode.ILOAD, STATE).jump(Opcode.IFNE, turn)
            .load(0).push((long) Long.BYTES).op(Opcode.LSUB).local(Opcode.LSTORE, 0)
            .local(Opcode.ILOAD, BEFORE).local(Opcode.ISTORE, STATE)
            .label(rest).load(0).load(1).op(Opcode.LCMP).jump(Opcode.IFGE, end)
            .push(RoutineFormat.DATA_AREA).push(0).load(0).call(Intrinsic.LOAD8);
        rows.ofByte(code);
        next();
        code.load(0).push(1L).op(Opcode.LADD).local(Opcode.LSTORE, 0).local(Opcode.ILOAD, STATE).jump(Opcode.IFNE, rest)
            .jump(Opcode.GOTO, match);
    }

    /** Jumps when a line that ends in the state matches. */
    void ifEndsWell(Label match) {
        code.push(RoutineFormat.DATA_AREA).push((int) '\n');
        rows.ofByte(code);
        next();
        code.local(Opcode.ILOAD, STATE).jump(Opcode.IFEQ, match);
    }

    /** Goes to the next state by the data and the place of the byte, which are on the stack. */
    private void next() {
        code.local(Opcode.ILOAD, STATE).op(Opcode.IADD).op(Opcode.I2L).call(Intrinsic.LOAD8).local(Opcode.ISTORE, STATE);
    }
}
